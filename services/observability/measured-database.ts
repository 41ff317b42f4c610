import { Gauge, type Registry } from 'prom-client'

export interface MeasuredDatabase {
  readonly space: { readonly freeBytes: number; readonly isLow: boolean }
  readonly status: () => { readonly up: boolean; readonly restarts: number }
  /** Appends refused for lack of space. */
  readonly refused: { readonly count: number }
}

export function measureDatabase(registry: Registry, { space, status, refused }: MeasuredDatabase): void {
  const gauge = (name: string, help: string, value: () => number): void => {
    const measured: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      collect: () => measured.set(value()),
    })
  }
  gauge('disk_free_bytes', 'Free space on the disk of the data folder', () => space.freeBytes)
  gauge('disk_space_low', '1 while writes are refused for lack of space', () => Number(space.isLow))
  gauge('appends_without_space', 'Appends refused for lack of space since the start', () => refused.count)
  gauge('postgres_up', '1 while the embedded PostgreSQL runs', () => Number(status().up))
  gauge('postgres_restarts', 'Restarts of the embedded PostgreSQL since the start', () => status().restarts)
}
