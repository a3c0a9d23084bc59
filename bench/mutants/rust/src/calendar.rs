//! Gregorian dates, also before 1582.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Date {
    pub year: i32,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Duration {
    pub days: i32,
    pub hours: u8,
    pub minutes: u8,
    pub seconds: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateError {
    Form,
    NoSuchDay,
}

const MONTH_DAYS: [u8; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

pub fn is_leap_year(year: i32) -> bool {
    (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
}

/// 0 for what is no month.
pub fn days_in_month(year: i32, month: i32) -> u8 {
    match month {
        2 if is_leap_year(year) => 29,
        1..=12 => MONTH_DAYS[month as usize - 1],
        _ => 0,
    }
}

/// Days since 1 January 1970; months and days beyond their range count on.
pub fn days_from_date(date: Date) -> i64 {
    let month = i64::from(date.month);
    let year = i64::from(date.year) - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let shifted = if month > 2 { month - 3 } else { month + 9 };
    let day_of_year = (153 * shifted + 2) / 5 + i64::from(date.day) - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

pub fn date_from_days(days: i32) -> Date {
    let z = i64::from(days) + 719_468;
    let era = z.div_euclid(146_097);
    let day_of_era = z.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146_096) / 365;
    let day = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let m = (5 * day + 2) / 153;
    let month = if m < 10 { m + 3 } else { m - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    Date {
        year: year as i32,
        month: month as u8,
        day: (day - (153 * m + 2) / 5 + 1) as u8,
    }
}

/// 0 is Sunday; nothing for a month that there is not, a year below 1, or one above 9999.
pub fn weekday(year: i32, month: i32, day: i32) -> Option<i32> {
    const SHIFT: [i32; 12] = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];
    if !(1..=12).contains(&month) || !(1..=9999).contains(&year) || !(1..=31).contains(&day) {
        return None;
    }
    let year = if month < 3 { year - 1 } else { year };
    let leaps = year / 4 - year / 100 + year / 400;
    Some((year + leaps + SHIFT[month as usize - 1] + day) % 7)
}

/// No date comes before every date.
pub fn compare_dates(a: Option<&Date>, b: Option<&Date>) -> i32 {
    let (a, b) = match (a, b) {
        (Some(a), Some(b)) => (a, b),
        (None, None) => return 0,
        (None, Some(_)) => return -1,
        (Some(_), None) => return 1,
    };
    let order = a.year.cmp(&b.year).then(a.month.cmp(&b.month)).then(a.day.cmp(&b.day));
    order as i32
}

/// The day is cut to what the month has. False, and unchanged, where the year leaves 32 bits.
pub fn add_months(date: &mut Date, months: i32) -> bool {
    let all = i64::from(date.year) * 12 + i64::from(date.month) - 1 + i64::from(months);
    let Ok(year) = i32::try_from(all.div_euclid(12)) else {
        return false;
    };
    let month = all.rem_euclid(12) + 1;
    date.year = year;
    date.month = month as u8;
    let last = days_in_month(year, month as i32);
    if date.day > last {
        date.day = last;
    }
    true
}

fn two_digits(digits: &[u8]) -> Option<i32> {
    match digits {
        [a @ b'0'..=b'9', b @ b'0'..=b'9'] => Some(i32::from(a - b'0') * 10 + i32::from(b - b'0')),
        _ => None,
    }
}

/// `2024-02-29`.
pub fn parse_date(text: &str) -> Result<Date, DateError> {
    let text = text.as_bytes();
    if text.len() != 10 || text[4] != b'-' || text[7] != b'-' {
        return Err(DateError::Form);
    }
    let part = |from: usize| two_digits(&text[from..from + 2]).ok_or(DateError::Form);
    let (century, rest, month, day) = (part(0)?, part(2)?, part(5)?, part(8)?);
    let year = century * 100 + rest;
    if day < 1 || day > i32::from(days_in_month(year, month)) {
        return Err(DateError::NoSuchDay);
    }
    Ok(Date { year, month: month as u8, day: day as u8 })
}

/// Days are rounded down, so that the rest is never negative.
pub fn split_seconds(seconds: i64) -> Duration {
    let rest = seconds.rem_euclid(86400);
    Duration {
        days: seconds.div_euclid(86400) as i32,
        hours: (rest / 3600) as u8,
        minutes: (rest % 3600 / 60) as u8,
        seconds: (rest % 60) as u8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(year: i32, month: u8, day: u8) -> Date {
        Date { year, month, day }
    }

    #[test]
    fn days_are_counted() {
        assert_eq!(days_from_date(date(1970, 1, 1)), 0);
        assert_eq!(date_from_days(19782), date(2024, 2, 29));
        assert_eq!(weekday(2024, 2, 29), Some(4));
    }

    #[test]
    fn dates_are_read_and_moved() {
        assert_eq!(parse_date("2023-02-29"), Err(DateError::NoSuchDay));
        let mut last = date(2024, 1, 31);
        assert!(add_months(&mut last, 1));
        assert_eq!(last, date(2024, 2, 29));
        assert_eq!(split_seconds(-1).days, -1);
    }
}
