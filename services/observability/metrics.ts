import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Each is exported from the start, because an alert on an increase needs the zero before it. */
const FAILURES = ['failed', 'refused', 'uncertain'] as const

function createReminderMetrics(registers: Registry[]) {
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
    count: (outcome: string) => {
      if (outcome === 'sent') sent.inc()
      const how = FAILURES.find((one) => one === outcome)
      if (how !== undefined) failed.inc({ how })
    },
  }
}

export function createMetrics(embedded?: MeasuredDatabase) {
  const registry = new Registry()
  if (embedded !== undefined) measureDatabase(registry, embedded)
  const registers = [registry]
  return {
    registry,
    projectedEvents: new Counter({
      name: 'projection_events_total',
      help: 'Events folded into read models',
      labelNames: ['projection'],
      registers,
    }),
    parkedEvents: new Counter({
      name: 'projection_parked_total',
      help: 'Events parked because a fold could not take them',
      labelNames: ['projection'],
      registers,
    }),
    batchEvents: new Histogram({
      name: 'projection_batch_events',
      help: 'Events a batch',
      labelNames: ['projection'],
      buckets: [1, 10, 100, 1_000, 5_000],
      registers,
    }),
    eventsPerSecond: new Gauge({
      name: 'projection_events_per_second',
      help: 'Rate of the last batch',
      labelNames: ['projection'],
      registers,
    }),
    lagSeconds: new Gauge({
      name: 'projection_lag_seconds',
      help: 'Seconds for which the read model has been behind the log',
      labelNames: ['projection'],
      registers,
    }),
    partMissing: partMissing(registers),
    pendingFacts: new Gauge({ name: 'taps_pending', help: 'Taps that wait for the event log', registers }),
    droppedFacts: new Counter({
      name: 'taps_dropped_total',
      help: 'Taps lost because too many waited',
      registers,
    }),
    ...createMailMetrics(registers),
    reminders: createReminderMetrics(registers),
  }
}

const partMissing = (registers: Registry[]) =>
  new Gauge({
    name: 'part_missing',
    help: '1 while no process does this part of the product',
    labelNames: ['part'],
    registers,
  })

const createMailMetrics = (registers: Registry[]) => ({
  refusedMails: new Counter({
    name: 'mail_refused_by_policy_total',
    help: 'Mails refused because of this installation: block lists, SPF, DKIM, DMARC, login',
    registers,
  }),
  mails: {
    sent: new Counter({ name: 'mail_sent_total', help: 'Mails handed over', registers }),
    retried: new Counter({
      name: 'mail_retried_total',
      help: 'Attempts after which a mail waits again',
      registers,
    }),
    'given-up': new Counter({
      name: 'mail_given_up_total',
      help: 'Mails refused for good, or retried for too long',
      registers,
    }),
    dropped: new Counter({
      name: 'mail_dropped_total',
      help: 'Mails to nobody: requested without an account, or erased since',
      registers,
    }),
  },
})

export type Metrics = ReturnType<typeof createMetrics>

export interface MeasuredDatabase {
  readonly space: { readonly freeBytes: number; readonly isLow: boolean }
  readonly status: () => { readonly up: boolean; readonly restarts: number }
  /** Appends refused for lack of space. */
  readonly refused: { readonly count: number }
}

export function measureDatabase(registry: Registry, { space, status, refused }: MeasuredDatabase): void {
  const gauge = (name: string, help: string, value: () => number): void =>
    measure(registry, { name, help }, value)
  gauge('disk_free_bytes', 'Free space on the disk of the data folder', () => space.freeBytes)
  gauge('disk_space_low', '1 while writes are refused for lack of space', () => Number(space.isLow))
  gauge('appends_without_space', 'Appends refused for lack of space since the start', () => refused.count)
  gauge('postgres_up', '1 while the embedded PostgreSQL runs', () => Number(status().up))
  gauge('postgres_restarts', 'Restarts of the embedded PostgreSQL since the start', () => status().restarts)
}

/** Reads a value whenever the figures are read; undefined leaves the last one. */
export function measure(
  registry: Registry,
  named: { readonly name: string; readonly help: string },
  value: () => number | undefined | Promise<number | undefined>,
): void {
  const gauge: Gauge = new Gauge({
    ...named,
    registers: [registry],
    collect: async () => {
      const measured = await value()
      if (measured !== undefined) gauge.set(measured)
    },
  })
}
