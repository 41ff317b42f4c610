import { tabMemory } from '../../../ui/browser/device-memory.ts'
import { REFUSALS } from '@app/contracts/refusals.ts'

const KEY = 'app.activation-message'

export const keepActivationNotice = (text: string | null): void => {
  if (text) tabMemory.remember(KEY, text)
}

export const activationNotice = (): string => tabMemory.recall(KEY) ?? REFUSALS.needs_activation.detail

export const forgetActivationNotice = (): void => tabMemory.forget(KEY)
