import { tabMemory } from '../../../ui/device-memory.ts'

const KEY = 'app.scanned-code'

/** Whoever scans a code has to sign in or register first, perhaps at a provider that leaves the page. */
export const keepScannedCode = (code: string): void => tabMemory.remember(KEY, code)

export const scannedCode = (): string => tabMemory.recall(KEY) ?? ''

export const forgetScannedCode = (): void => tabMemory.forget(KEY)
