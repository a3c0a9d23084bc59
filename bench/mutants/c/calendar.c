#include "calendar.h"

#include <stddef.h>
#include <string.h>

static const uint8_t monthDays[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

/* Gregorian, also before 1582. */
bool isLeapYear(int32_t year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* 0 for what is no month. */
int daysInMonth(int32_t year, int month)
{
    if (month < 1 || month > 12) {
        return 0;
    }
    if (month == 2 && isLeapYear(year)) {
        return 29;
    }
    return monthDays[month - 1];
}

/* Days since 1 January 1970; months and days beyond their range count on. */
int64_t daysFromDate(struct date date)
{
    int64_t y = date.year;
    int64_t era;
    int yearOfEra, dayOfYear_, dayOfEra;
    int m = date.month;

    if (m <= 2) {
        y--;
    }
    era = (y >= 0 ? y : y - 399) / 400;
    yearOfEra = (int)(y - era * 400);
    dayOfYear_ = (153 * (m > 2 ? m - 3 : m + 9) + 2) / 5 + date.day - 1;
    dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear_;
    return era * 146097 + dayOfEra - 719468;
}

struct date dateFromDays(int32_t days)
{
    struct date date;
    int64_t z = (int64_t)days + 719468;
    int64_t era = (z >= 0 ? z : z - 146096) / 146097;
    unsigned dayOfEra = (unsigned)(z - era * 146097);
    unsigned yearOfEra =
        (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365;
    unsigned day = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    unsigned m = (5 * day + 2) / 153;

    date.day = (uint8_t)(day - (153 * m + 2) / 5 + 1);
    date.month = (uint8_t)(m < 10 ? m + 3 : m - 9);
    date.year = (int32_t)(yearOfEra + era * 400) + (date.month <= 2);
    return date;
}

/* 0 is Sunday; -1 for a month that there is not, a year below 1, or one above 9999. */
int weekday(int32_t year, int month, int day)
{
    static const int shift[] = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};

    if (month < 1 || month > 12 || year < 1 || year > 9999 || day < 1 || day > 31) {
        return -1;
    }
    if (month < 3) {
        year--;
    }
    return (year + year / 4 - year / 100 + year / 400 + shift[month - 1] + day) % 7;
}

/* No date comes before every date. */
int compareDates(const struct date *a, const struct date *b)
{
    if (a == NULL || b == NULL) {
        return (a != NULL) - (b != NULL);
    }
    if (a->year != b->year) {
        return a->year < b->year ? -1 : 1;
    }
    if (a->month != b->month) {
        return a->month < b->month ? -1 : 1;
    }
    return (a->day > b->day) - (a->day < b->day);
}

/* The day is cut to what the month has. False, and unchanged, where the year leaves 32 bits. */
bool addMonths(struct date *date, int32_t months)
{
    int64_t all = (int64_t)date->year * 12 + (date->month - 1) + months;
    int64_t year = all / 12;
    int month = (int)(all % 12);
    int last;

    if (month < 0) {
        month += 12;
        year--;
    }
    if (year < INT32_MIN || year > INT32_MAX) {
        return false;
    }
    date->year = (int32_t)year;
    date->month = (uint8_t)(month + 1);
    last = daysInMonth(date->year, date->month);
    if (date->day > last) {
        date->day = (uint8_t)last;
    }
    return true;
}

static int twoDigits(const char *p)
{
    if (p[0] < '0' || p[0] > '9' || p[1] < '0' || p[1] > '9') {
        return -1;
    }
    return (p[0] - '0') * 10 + (p[1] - '0');
}

/* `2024-02-29`. 0; -1 for another form; -2 for a day that there is not. */
int parseDate(const char *text, struct date *date)
{
    int century, year, month, day;

    if (strlen(text) != 10 || text[4] != '-' || text[7] != '-') {
        return -1;
    }
    century = twoDigits(text);
    year = twoDigits(text + 2);
    month = twoDigits(text + 5);
    day = twoDigits(text + 8);
    if (century < 0 || year < 0 || month < 0 || day < 0) {
        return -1;
    }
    year += century * 100;
    if (day < 1 || day > daysInMonth(year, month)) {
        return -2;
    }
    date->year = year;
    date->month = (uint8_t)month;
    date->day = (uint8_t)day;
    return 0;
}

/* Days are rounded down, so that the rest is never negative. */
Duration splitSeconds(int64_t seconds)
{
    Duration d;
    int64_t days = seconds / 86400;
    int32_t rest = (int32_t)(seconds % 86400);

    if (rest < 0) {
        rest += 86400;
        days--;
    }
    d.days = (int32_t)days;
    d.hours = (uint8_t)(rest / 3600);
    d.minutes = (uint8_t)(rest % 3600 / 60);
    d.seconds = (uint8_t)(rest % 60);
    return d;
}
