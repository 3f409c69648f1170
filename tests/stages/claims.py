"""Claims about eight small documents: faithful ones, word for word or lightly put otherwise, and corrupted ones.

The corrupted carry the kind that must reject them: V value, U unit, C comparator, N negation.
"""

from __future__ import annotations

from bot.domain.documents import Passage
from tests.stages.builders import passage

PASSAGES: dict[str, Passage] = {
    "leave": passage(
        "Employees get 25 days of annual leave per year. Up to 5 unused days carry over until 31 March. "
        "Leave during probation is not paid out. Requests are made at least two weeks ahead.",
        "hr/leave.md",
        title="Leave policy",
        headings=("Leave policy", "Annual leave"),
    ),
    "exp": passage(
        "Meals are reimbursed up to EUR 45 per day. Hotels cost at most 140 EUR a night. Receipts are "
        "required for amounts over 25 EUR. Alcohol is not reimbursed.",
        "fin/expenses.md",
        title="Expenses",
    ),
    "sla": passage(
        "Critical tickets are answered within 1 hour. High tickets are answered within 4 working hours. "
        "Low tickets are answered within 3 working days. Uptime is 99.9% per month.",
        "sup/sla.md",
        title="Service levels",
    ),
    "tab": passage(
        "Plan | Price per seat per month | Storage\n"
        "Team | 10 EUR | 100 GB\n"
        "Business | 25 EUR | 1 TB\n"
        "Enterprise | 100 EUR | 5 TB",
        "sales/prices.md",
        title="Prices",
    ),
    "out": passage(
        "Outage | Team | Business\nup to 2 hours | 5% | 10%\n2 to 6 hours | 10% | 25%\nmore than 6 hours | 25% | 50%",
        "sales/credits.md",
        title="Service credits",
    ),
    "not": passage(
        "The notice period is three months. During probation it is two weeks. Contracts over 5,000 EUR "
        "need two signatures. The retention period is ten years.",
        "hr/notice.md",
        title="Notice",
    ),
    "pw": passage(
        "Passwords must have at least 12 characters. They never expire. Contractors may not use personal "
        "laptops. Access is reviewed every six months.",
        "it/passwords.md",
        title="Passwords",
    ),
    "par": passage(
        "Parental leave is 16 weeks at full pay. It is available to all parents, except contractors. "
        "Adoption leave is the same.",
        "hr/parental.md",
        title="Parental leave",
        facets={"country": "Germany"},
    ),
    "ship": passage(
        "Standard delivery takes three to five working days. Orders over 50 EUR are delivered free of "
        "charge. Express costs 12.50 EUR and arrives the next working day. Returns are accepted within 30 "
        "days of delivery. Sale items cannot be returned unless they are faulty.",
        "shop/delivery.md",
        title="Delivery and returns",
    ),
    "remote": passage(
        "Employees may work remotely for up to 3 days a week. Working from abroad is limited to 20 "
        "working days per calendar year. Interns are not eligible. Core hours are from 10:00 to 15:00.",
        "hr/remote.md",
        title="Remote work",
        headings=("Remote work",),
    ),
    "travel": passage(
        "Country | Daily allowance | Hotel limit\n"
        "Germany | 28 EUR | up to 130 EUR\n"
        "Poland | 20 EUR | up to 95 EUR\n"
        "\n"
        "Domestic flights are booked in economy. Rail travel is second class.",
        "fin/travel.md",
        title="Travel",
    ),
}

# passage | claim
_FAITHFUL = """
leave|Employees get 25 days of annual leave per year.
leave|Employees get 25 days of annual leave a year
leave|Each employee receives 25 days of annual leave every year.
leave|You get 25 days of annual leave per year.
leave|Staff get 25 days' annual holiday a year.
leave|You can carry over up to 5 unused days until 31 March.
leave|At most 5 unused days carry over, until 31 March.
leave|No more than five unused days carry over until 31 March.
leave|Unused days carry over until March 31.
leave|Leave during probation is not paid out.
leave|Leave isn't paid out during probation.
leave|Requests are made at least two weeks ahead.
leave|You must request leave at least 2 weeks ahead.
leave|Requests have to be made at least 14 days ahead.
leave|Annual leave is 25 days per year.
exp|Meals are reimbursed up to EUR 45 per day.
exp|Meals are reimbursed up to 45 EUR per day.
exp|Meals are reimbursed up to €45 a day.
exp|You are reimbursed for meals up to EUR 45 per day.
exp|Hotels cost at most 140 EUR a night.
exp|Hotels may cost up to 140 EUR per night.
exp|Hotels are limited to a maximum of 140 EUR per night.
exp|Receipts are required for amounts over 25 EUR.
exp|A receipt is required above 25 EUR.
exp|You need receipts for amounts of more than 25 EUR.
exp|Alcohol is not reimbursed.
exp|Alcohol isn't reimbursed.
exp|Alcohol is never reimbursed.
exp|The daily limit for meals is EUR 45.
exp|Meals: up to EUR 45 per day.
sla|Critical tickets are answered within 1 hour.
sla|Critical tickets are answered within one hour.
sla|Critical tickets are answered within 60 minutes.
sla|High tickets are answered within 4 working hours.
sla|High tickets are answered within 4 business hours.
sla|High-priority tickets get an answer within 4 working hours.
sla|Low tickets are answered within three working days.
sla|Uptime is 99.9% per month.
sla|Uptime is 99.9 percent per month.
sla|Monthly uptime is 99.9%.
tab|The Team plan costs 10 EUR per seat per month.
tab|The Business plan costs 25 EUR per seat per month.
tab|Business: 25 EUR per seat per month.
tab|Enterprise costs 100 EUR per seat a month.
tab|The Business plan has 1 TB of storage.
tab|The Team plan includes 100 GB of storage.
tab|Plan: Team; Price per seat per month: 10 EUR
tab|Enterprise includes 5 TB of storage and costs 100 EUR per seat per month.
out|For an outage of 2 to 6 hours, the Business plan gets 25%.
out|Business gets a credit of 25% for outages of 2 to 6 hours.
out|Team gets a credit of 5% for outages of up to 2 hours.
out|For outages of more than 6 hours, Team gets 25%.
out|Outage: 2 to 6 hours; Business: 25%
not|The notice period is three months.
not|The notice period is 3 months.
not|Notice is three months.
not|During probation the notice period is two weeks.
not|During probation it is 14 days.
not|Contracts over 5,000 EUR need two signatures.
not|Contracts over EUR 5000 need two signatures.
not|Contracts over 5k EUR need 2 signatures.
not|Contracts of more than 5,000 EUR require two signatures.
not|The retention period is ten years.
not|The retention period is 120 months.
not|The retention period is 10 years.
not|Records are retained for ten years.
pw|Passwords must have at least 12 characters.
pw|Passwords need at least twelve characters.
pw|A password has a minimum of 12 characters.
pw|Passwords never expire.
pw|They never expire.
pw|Passwords do not expire.
pw|Contractors may not use personal laptops.
pw|Contractors can't use personal laptops.
pw|Access is reviewed every six months.
pw|Access is reviewed every 6 months.
par|Parental leave is 16 weeks at full pay.
par|You get 16 weeks of parental leave at full pay.
par|Parents in Germany get 16 weeks at full pay.
par|It is available to all parents, except contractors.
par|Parental leave is available to all parents except contractors.
par|Adoption leave is the same.
ship|Standard delivery takes three to five working days.
ship|Standard delivery takes 3 to 5 business days.
ship|Delivery by standard takes 3–5 working days.
ship|Orders over 50 EUR are delivered free of charge.
ship|Orders of more than EUR 50 are delivered free.
ship|Express costs 12.50 EUR and arrives the next working day.
ship|Express delivery costs EUR 12.50.
ship|Returns are accepted within 30 days of delivery.
ship|You can return items within 30 days of delivery.
ship|Sale items can't be returned unless they are faulty.
ship|Faulty sale items can be returned.
remote|Employees may work remotely for up to 3 days a week.
remote|Employees may work from home up to three days per week.
remote|Staff may work from home at most three days a week.
remote|Working abroad is limited to 20 working days per calendar year.
remote|Working from abroad is limited to twenty working days per calendar year.
remote|Interns are not eligible.
remote|Interns aren't eligible for remote work.
remote|Interns are ineligible.
remote|Core hours are from 10:00 to 15:00.
remote|Core hours run from 10 am to 3 pm.
travel|Rail: Domestic is second class.
travel|Domestic flights are booked in economy.
travel|The daily allowance in Germany is 28 EUR.
travel|In Poland the daily allowance is 20 EUR.
travel|Hotels in Germany may cost up to 130 EUR.
"""

# kind | passage | claim
_CORRUPTED = """
V|leave|Employees get 5 days of annual leave per year.
V|leave|Employees get 2 days of annual leave per year.
V|leave|Employees get 250 days of annual leave per year.
V|leave|Employees get 25.5 days of annual leave per year.
V|leave|Employees get 25 to 30 days of annual leave per year.
U|leave|Employees get 25 working days of annual leave per year.
U|leave|Employees get 25 weeks of annual leave per year.
U|leave|Employees get 25 days of annual leave per month.
V|leave|Up to 25 unused days carry over until 31 March.
V|leave|Up to 5 unused days carry over until 31 May.
V|leave|Up to 5 unused days carry over until 30 March.
C|leave|Over 5 unused days carry over until 31 March.
C|leave|At least 5 unused days carry over until 31 March.
N|leave|Leave during probation is paid out.
C|leave|Requests are made at most two weeks ahead.
V|leave|Requests are made at least three weeks ahead.
N|leave|Unused days don't carry over.
V|leave|Employees get 25 days of annual leave per year and 10 sick days.
V|exp|Meals are reimbursed up to EUR 54 per day.
V|exp|Meals are reimbursed up to EUR 4.5 per day.
U|exp|Meals are reimbursed up to USD 45 per day.
U|exp|Meals are reimbursed up to $45 per day.
U|exp|Meals are reimbursed up to EUR 45 per week.
C|exp|Meals are reimbursed from EUR 45 per day.
C|exp|Hotels cost at least 140 EUR a night.
V|exp|Hotels cost at most 1,400 EUR a night.
V|exp|Hotels cost at most 45 EUR a night.
V|exp|Meals are reimbursed up to EUR 140 per day.
C|exp|Receipts are required for amounts of at least 25 EUR.
C|exp|Receipts are required for amounts up to 25 EUR.
N|exp|Receipts are not required for amounts over 25 EUR.
N|exp|Alcohol is reimbursed.
N|exp|Meals are not reimbursed.
U|sla|Critical tickets are answered within 1 day.
U|sla|Critical tickets are answered within 1 working hour.
V|sla|Critical tickets are answered within 4 working hours.
U|sla|High tickets are answered within 4 hours.
V|sla|High tickets are answered within 1 hour.
U|sla|Low tickets are answered within 3 days.
U|sla|Low tickets are answered within 3 working hours.
V|sla|Uptime is 99.99% per month.
V|sla|Uptime is 99% per month.
U|sla|Uptime is 99.9% per year.
V|sla|Uptime is 9.9% per month.
V|tab|The Team plan costs 25 EUR per seat per month.
V|tab|The Business plan costs 10 EUR per seat per month.
V|tab|The Business plan costs 100 EUR per seat per month.
U|tab|The Team plan costs 10 USD per seat per month.
U|tab|The Team plan costs 10 EUR per seat per year.
V|tab|The Business plan has 5 TB of storage.
U|tab|The Business plan has 1 GB of storage.
V|tab|Business: 10 EUR per seat per month.
V|out|For an outage of 2 to 6 hours, the Business plan gets 10%.
V|out|Business gets 50% for outages of 2 to 6 hours.
V|out|Team gets 25% for outages of 2 to 6 hours.
V|out|Business gets 25% for outages of up to 2 hours.
V|out|Team gets a credit of 10% for outages of more than 6 hours.
V|not|The notice period is two months.
V|not|The notice period is two weeks.
U|not|The notice period is three weeks.
V|not|During probation it is three months.
V|not|Contracts over 5 EUR need two signatures.
V|not|Contracts over 5.000 EUR need two signatures.
V|not|Contracts over 50,000 EUR need two signatures.
V|not|Contracts over 500 EUR need two signatures.
C|not|Contracts up to 5,000 EUR need two signatures.
C|not|Contracts of at least 5,000 EUR need two signatures.
V|not|Contracts over 5,000 EUR need three signatures.
U|not|The retention period is ten months.
V|not|The retention period is 12 years.
V|not|The retention period is 100 months.
V|pw|Passwords must have at least 10 characters.
C|pw|Passwords must have at most 12 characters.
C|pw|Passwords must have fewer than 12 characters.
N|pw|Passwords expire.
N|pw|They expire.
N|pw|Contractors may use personal laptops.
U|pw|Access is reviewed every six weeks.
V|pw|Access is reviewed every three months.
V|pw|Access is reviewed every 12 months.
V|par|Parental leave is 6 weeks at full pay.
U|par|Parental leave is 16 days at full pay.
U|par|Parental leave is 16 months at full pay.
N|par|Parental leave is not available to parents.
N|par|Adoption leave is not the same.
V|par|Parental leave is 16 weeks at 50% pay.
V|ship|Standard delivery takes two to five working days.
V|ship|Standard delivery takes three to six working days.
U|ship|Standard delivery takes three to five days.
V|ship|Orders over 500 EUR are delivered free of charge.
C|ship|Orders of at least 50 EUR are delivered free of charge.
C|ship|Orders up to 50 EUR are delivered free of charge.
V|ship|Express costs 12.05 EUR and arrives the next working day.
V|ship|Express costs 125 EUR and arrives the next working day.
V|ship|Returns are accepted within 13 days of delivery.
U|ship|Returns are accepted within 30 working days of delivery.
N|ship|Returns are not accepted within 30 days of delivery.
V|remote|Employees may work remotely for up to 4 days a week.
U|remote|Employees may work remotely for up to 3 days a month.
C|remote|Employees may work remotely for at least 3 days a week.
V|remote|Working abroad is limited to 30 working days per calendar year.
U|remote|Working abroad is limited to 20 days per calendar year.
N|remote|Interns are eligible.
V|remote|Core hours are from 10:00 to 16:00.
V|remote|Employees may work remotely for up to 20 days a week.
V|travel|The daily allowance in Germany is 20 EUR.
V|travel|The daily allowance in Poland is 28 EUR.
V|travel|Hotels in Poland may cost up to 130 EUR.
U|travel|The daily allowance in Germany is 28 PLN.
V|travel|The daily allowance in Germany is 130 EUR.
"""

FAITHFUL = [tuple(line.split("|", 1)) for line in _FAITHFUL.strip().splitlines()]
CORRUPTED = [tuple(line.split("|", 2)) for line in _CORRUPTED.strip().splitlines()]
