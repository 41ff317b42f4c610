import { tabMemory } from '../../../ui/browser/device-memory.ts'

const KEY = 'app.scanned-code'

/** Kept, because a scanned code needs a login or registration first, perhaps at a provider on another site. */
export const keepScannedCode = (code: string): void => tabMemory.remember(KEY, code)

export const scannedCode = (): string => tabMemory.recall(KEY) ?? ''

export const forgetScannedCode = (): void => tabMemory.forget(KEY)
