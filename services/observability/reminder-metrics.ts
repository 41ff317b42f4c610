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

/** Each is in the answer from the start: an alarm on an increase needs the zero before it. */
const FAILURES = ['failed', 'refused', 'uncertain'] as const

export function createReminderMetrics(registers: Registry[]) {
  const sent = new Counter({ name: 'reminders_sent_total', help: 'Reminders handed over', registers })
  const failed = new Counter({
    name: 'reminders_failed_total',
    help: 'Tries that a mail server did not take, and mails in doubt',
    labelNames: ['how'],
    registers,
  })
  for (const how of FAILURES) failed.inc({ how }, 0)
  return {
    due: new Gauge({ name: 'reminders_due', help: 'Reminders that were due at the last look', registers }),
    oldestOverdueSeconds: new Gauge({
      name: 'reminders_oldest_overdue_seconds',
      help: 'For how long the oldest of them is overdue that waits for no profile and for no morning',
      registers,
    }),
    count: (outcome: ReminderOutcome) => {
      if (outcome === 'sent') sent.inc()
      const how = FAILURES.find((one) => one === outcome)
      if (how !== undefined) failed.inc({ how })
    },
  }
}
