"""What every commit goes through, in this order: a policy sees what those before it have added."""

from __future__ import annotations

from bot.core.policies import Policy
from bot.domain.clocks import apply_clock
from bot.domain.computers import schedule_computer
from bot.domain.fleeting import drop_fleeting
from bot.domain.offers import expire_offer
from bot.domain.orders import drop_orders
from bot.domain.reminders import schedule_reminders
from bot.domain.seats import request_seat_checks

POLICIES: tuple[Policy, ...] = (
    drop_fleeting,
    expire_offer,
    request_seat_checks,
    drop_orders,
    apply_clock,
    schedule_reminders,
    schedule_computer,
)
