import type { Location } from 'react-router-dom'
import { tabMemory } from '../../ui/browser/device-memory.ts'

export interface LoginState {
  readonly from?: Pick<Location, 'pathname' | 'search'>
  readonly passwordReset?: boolean
  /** Typed on the screen before. */
  readonly email?: string
}

const stateOf = (state: unknown): LoginState =>
  typeof state === 'object' && state !== null ? (state as LoginState) : {}

export function requestedDestination(state: unknown): string | undefined {
  const { from } = stateOf(state)
  return from && `${from.pathname}${from.search}`
}

export const knownEmail = (state: unknown): string => stateOf(state).email ?? ''

export const passwordWasReset = (state: unknown): boolean => stateOf(state).passwordReset === true

const KEY = 'app.asked-for'

/** An external login leaves the page, so session storage keeps the destination. */
export function storeDestination(destination: string | undefined): void {
  if (destination === undefined) tabMemory.forget(KEY)
  else tabMemory.remember(KEY, destination)
}

export const storedDestination = (): string | undefined => tabMemory.recall(KEY) ?? undefined
