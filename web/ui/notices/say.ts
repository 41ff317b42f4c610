import { createContext, useContext } from 'react'

export type Say = (text: string) => void

/** Outside of `Messages` nothing is shown. */
export const SayContext = createContext<Say>(() => undefined)

/** Shows a short message for a moment, replacing the former one. The function stays the same. */
export const useSay = (): Say => useContext(SayContext)
