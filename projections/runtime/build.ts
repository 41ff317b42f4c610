import type { Position } from '@app/contracts/event-store.ts'

/** One copy of a projection's tables, in a schema with its name. */
export interface Build {
  readonly name: string
  readonly projection: string
  readonly version: number
  readonly state: 'active' | 'building'
  readonly storeId: string
  readonly position: Position
}
