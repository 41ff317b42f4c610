import { createContext, useContext } from 'react'

/** What a message offers, such as to undo what it tells. */
export interface MessageAction {
  readonly label: string
  readonly run: () => void
  /** Called when the message has gone, also after `run`. */
  readonly onGone?: () => void
}

export type Say = (text: string, action?: MessageAction) => void

/** Outside of `Messages` nothing is shown. */
export const SayContext = createContext<Say>(() => undefined)

/** Shows a short message for a moment, replacing the former one; an empty one only takes that away. The function stays the same. */
export const useSay = (): Say => useContext(SayContext)
