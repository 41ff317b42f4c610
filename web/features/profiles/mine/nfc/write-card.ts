import { publicUrl } from '../../../../app/public-url.ts'

/** The part of Web NFC that is used here; TypeScript's own declarations lack it. */
interface NdefWriter {
  write(
    message: { readonly records: readonly { readonly recordType: 'url'; readonly data: string }[] },
    options: { readonly overwrite: boolean; readonly signal: AbortSignal },
  ): Promise<void>
}
type NdefWriterClass = new () => NdefWriter

const writerIn = (scope: object): NdefWriterClass | undefined =>
  (scope as { readonly NDEFReader?: NdefWriterClass }).NDEFReader

/** Cards contain an https address only. */
export const canWriteCards = (scope: object = window): boolean =>
  writerIn(scope) !== undefined && publicUrl().startsWith('https:')

export type CardOutcome = 'written' | 'cancelled' | CardFault
export type CardFault = 'refused' | 'no-nfc' | 'off' | 'not-written' | 'no-card'

const FAULTS: Readonly<Record<string, CardFault>> = {
  NotAllowedError: 'refused',
  NotSupportedError: 'no-nfc',
  NotReadableError: 'off',
}
/** The reason of the signal's abort when no card came. */
export const NO_CARD = 'no card'

/** Waits for a card, and replaces what is on it by the address alone. Ends early by the signal. */
export async function writeCard(
  address: string,
  signal: AbortSignal,
  scope: object = window,
): Promise<CardOutcome> {
  const Writer = writerIn(scope)
  if (Writer === undefined) return 'no-nfc'
  try {
    const message = { records: [{ recordType: 'url', data: address }] } as const
    await new Writer().write(message, { overwrite: true, signal })
    return 'written'
  } catch (error) {
    if (signal.aborted) return signal.reason === NO_CARD ? 'no-card' : 'cancelled'
    const name = error instanceof Error || error instanceof DOMException ? error.name : ''
    return FAULTS[name] ?? 'not-written'
  }
}
