import { Counter, Gauge, type Registry } from 'prom-client'

export type ReminderOutcome =
  | 'sent'
  | 'uncertain'
  | 'failed'
  | 'refused'
  | 'nothing'
  | 'doubt'
  | 'cancel'
  | 'skip'
  | 'wait'
  | 'send'
  | 'taken'

/** Each is exported from the start, because an alert on an increase needs the zero before it. */
const FAILURES = ['failed', 'refused', 'uncertain'] as const

export function createReminderMetrics(registers: Registry[]) {
  const sent = new Counter({
    name: 'reminders_sent_total',
    help: 'Reminders that a mail server accepted',
    registers,
  })
  const failed = new Counter({
    name: 'reminders_failed_total',
    help: 'Attempts that a mail server did not accept, and mails in doubt',
    labelNames: ['how'],
    registers,
  })
  for (const how of FAILURES) failed.inc({ how }, 0)
  return {
    due: new Gauge({ name: 'reminders_due', help: 'Reminders that were due at the last poll', registers }),
    oldestOverdueSeconds: new Gauge({
      name: 'reminders_oldest_overdue_seconds',
      help: 'Seconds for which the oldest reminder is overdue that waits neither for its profile nor for sending hours',
      registers,
    }),
    count: (outcome: ReminderOutcome) => {
      if (outcome === 'sent') sent.inc()
      const how = FAILURES.find((one) => one === outcome)
      if (how !== undefined) failed.inc({ how })
    },
  }
}
