import type { JsonObject, Position } from '@app/contracts/event-store.ts'

/** A visitor's text in one event; `fields` are encrypted with the key `keyRef`. */
export interface VisitorText {
  readonly at: number
  readonly eventId: string
  readonly keyRef: string
  readonly fields: JsonObject
}

export type VisitorFact = Identification | ForgottenVisitor
export interface Identification {
  readonly key: string
  readonly profileId: string
  readonly visitorId: string
  readonly slot: 'identified' | 'named'
  readonly position: Position
  readonly text: VisitorText
  /** Version of the text under the form; empty without a form. */
  readonly consent: string
}
export interface ForgottenVisitor {
  readonly key: string
  readonly slot: 'forgotten'
  readonly position: Position
}
