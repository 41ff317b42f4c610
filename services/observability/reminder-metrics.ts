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

export function createReminderMetrics(registers: Registry[]) {
  const sent = new Counter({ name: 'reminders_sent_total', help: 'Reminders handed over', registers })
  const failed = new Counter({
    name: 'reminders_failed_total',
    help: 'Tries that a mail server did not take, and mails in doubt',
    labelNames: ['how'],
    registers,
  })
  return {
    due: new Gauge({ name: 'reminders_due', help: 'Reminders that were due at the last look', registers }),
    oldestOverdueSeconds: new Gauge({
      name: 'reminders_oldest_overdue_seconds',
      help: 'For how long the oldest of them is overdue that waits for no profile and for no morning',
      registers,
    }),
    count: (outcome: ReminderOutcome) => {
      if (outcome === 'sent') sent.inc()
      if (outcome === 'failed' || outcome === 'refused' || outcome === 'uncertain')
        failed.inc({ how: outcome })
    },
  }
}
export type ReminderMetrics = ReturnType<typeof createReminderMetrics>
