import type { KeptThing } from '@app/contracts/api/rights/mailbox-calls.ts'

export interface ThingProps {
  readonly mailboxKey: string
  readonly thing: KeptThing
}
