import { tabMemory } from '../../../ui/browser/browser-storage.ts'
import { REFUSALS } from '@app/contracts/refusals.ts'

const NOTICE = 'app.activation-message'

export const keepActivationNotice = (text: string | null): void => {
  if (text) tabMemory.remember(NOTICE, text)
}

export const activationNotice = (): string => tabMemory.recall(NOTICE) ?? REFUSALS.needs_activation.detail

export const forgetActivationNotice = (): void => tabMemory.forget(NOTICE)

const CODE = 'app.scanned-code'

/** Kept, because a scanned code needs a login or registration first, perhaps at a provider on another site. */
export const keepScannedCode = (code: string): void => tabMemory.remember(CODE, code)

export const scannedCode = (): string => tabMemory.recall(CODE) ?? ''

export const forgetScannedCode = (): void => tabMemory.forget(CODE)
