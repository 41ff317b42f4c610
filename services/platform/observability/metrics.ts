import { Counter, Gauge, Registry } from 'prom-client'

/** Each is exported from the start, because an alert on an increase needs the zero before it. */
const FAILURES = ['failed', 'refused', 'uncertain'] as const

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics(embedded?: MeasuredDatabase) {
  const registry = new Registry()
  const registers = [registry]
  if (embedded !== undefined) measureDatabase(registry, embedded)
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const reminders = {
    sent: counter('reminders_sent_total', 'Reminders that a mail server accepted'),
    failed: counter(
      'reminders_failed_total',
      'Attempts that a mail server did not accept, and mails in doubt',
      'how',
    ),
  }
  for (const how of FAILURES) reminders.failed.inc({ how }, 0)
  return {
    registry,
    projectedEvents: counter('projection_events_total', 'Events folded into read models', 'projection'),
    parkedEvents: counter(
      'projection_parked_total',
      'Events parked because a fold could not take them',
      'projection',
    ),
    lagSeconds: new Gauge({
      name: 'projection_lag_seconds',
      help: 'Seconds for which the read model has been behind the log',
      labelNames: ['projection'],
      registers,
    }),
    droppedFacts: counter('taps_dropped_total', 'Deliveries and previews that could not be recorded'),
    mails: {
      sent: counter('mail_sent_total', 'Mails handed over'),
      retried: counter('mail_retried_total', 'Attempts after which a mail waits again'),
      'given-up': counter('mail_given_up_total', 'Mails refused for good, or retried for too long'),
      dropped: counter(
        'mail_dropped_total',
        'Mails to nobody: requested without an account, or erased since',
      ),
    },
    countReminder: (outcome: string): void => {
      const how = FAILURES.find((one) => one === outcome)
      if (outcome === 'sent') reminders.sent.inc()
      else if (how !== undefined) reminders.failed.inc({ how })
    },
  }
}

export interface MeasuredDatabase {
  readonly space: { readonly freeBytes: number; readonly isLow: boolean }
  readonly status: () => { readonly up: boolean; readonly restarts: number }
}

export function measureDatabase(registry: Registry, { space, status }: MeasuredDatabase): void {
  measure(registry, 'disk_free_bytes', 'Free space on the disk of the data folder', () => space.freeBytes)
  measure(registry, 'disk_space_low', '1 while writes are refused for lack of space', () =>
    Number(space.isLow),
  )
  measure(registry, 'postgres_up', '1 while the embedded PostgreSQL runs', () => Number(status().up))
  measure(
    registry,
    'postgres_restarts',
    'Restarts of the embedded PostgreSQL since the start',
    () => status().restarts,
  )
}

/** Reads a value whenever the figures are read; undefined leaves the last one. */
export function measure(
  registry: Registry,
  name: string,
  help: string,
  value: () => number | undefined | Promise<number | undefined>,
): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    registers: [registry],
    collect: async () => {
      const measured = await value()
      if (measured !== undefined) gauge.set(measured)
    },
  })
}
