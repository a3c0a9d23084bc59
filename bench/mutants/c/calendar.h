#ifndef CALENDAR_H_
#define CALENDAR_H_

#include <stdbool.h>
#include <stdint.h>

struct date {
    int32_t year;
    uint8_t month; /* 1 to 12 */
    uint8_t day;   /* 1 to 31 */
};

typedef struct {
    int32_t days;
    uint8_t hours, minutes, seconds;
} Duration;

bool isLeapYear(int32_t year);
int daysInMonth(int32_t year, int month);
int64_t daysFromDate(struct date date);
struct date dateFromDays(int32_t days);
int weekday(int32_t year, int month, int day);
int compareDates(const struct date *a, const struct date *b);
bool addMonths(struct date *date, int32_t months);
int parseDate(const char *text, struct date *date);
Duration splitSeconds(int64_t seconds);

#endif
