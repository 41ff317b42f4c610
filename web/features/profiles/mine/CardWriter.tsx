import { Nfc } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { Ondas } from '../../../ui/brand.tsx'
import { Modal } from '../../../ui/Modal.tsx'
import { useEffect, useRef, useState } from 'react'
import { pageAddress, publicUrl } from '../../../app/public-url.ts'

const CARD_WAIT_MS_MAX = 60_000

type Writing = 'waiting' | 'written' | CardFault

interface CardWriting {
  readonly state: Writing | undefined
  readonly start: () => void
  readonly stop: () => void
}

/** One card at a time; leaving the screen ends the waiting. */
function useCardWriter(slug: string): CardWriting {
  const [state, setState] = useState<Writing | undefined>()
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const start = async () => {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    setState('waiting')
    const timer = setTimeout(() => own.abort(NO_CARD), CARD_WAIT_MS_MAX)
    const outcome = await writeCard(pageAddress(slug, 'nfc'), own.signal)
    clearTimeout(timer)
    if (outcome !== 'cancelled' && running.current === own) setState(outcome)
  }
  const stop = () => {
    running.current?.abort()
    setState(undefined)
  }
  return { state, start: () => void start(), stop }
}

const FAULT_TEXTS: Readonly<Record<Exclude<Writing, 'waiting' | 'written'>, string>> = {
  refused: 'El navegador no tiene permiso para usar NFC. Permítelo y prueba de nuevo.',
  'no-nfc': 'Este teléfono no puede grabar tarjetas.',
  off: 'El NFC está apagado. Enciéndelo en los ajustes del teléfono y prueba de nuevo.',
  'not-written':
    'No pudimos grabar la tarjeta. Mantenla quieta junto al teléfono. Si vuelve a pasar, puede estar bloqueada.',
  'no-card': 'No detectamos ninguna tarjeta.',
}

/** Writes the profile's address on a card; drawn only where the phone can. */
export function CardWriter({ slug, name }: { readonly slug: string; readonly name: string }) {
  const { state, start, stop } = useCardWriter(slug)
  const isOver = state !== 'waiting'
  return (
    <>
      <Button
        size="sm"
        aria-label={`Grabar tarjeta de ${name}`}
        icon={<Nfc aria-hidden="true" size={15} strokeWidth={1.9} />}
        onClick={start}
      >
        Grabar tarjeta
      </Button>
      <Modal
        open={state !== undefined}
        onOpenChange={(open) => !open && stop()}
        title="Grabar tarjeta"
        description={`Quedará con la dirección de ${name}. Se borra lo que tenga grabado.`}
      >
        <Progress state={state} />
        <div className="flex flex-wrap justify-end gap-2.5">
          {isOver && <Button onClick={start}>{state === 'written' ? 'Grabar otra' : 'Reintentar'}</Button>}
          <Button onClick={stop}>{isOver ? 'Cerrar' : 'Cancelar'}</Button>
        </div>
      </Modal>
    </>
  )
}

function Progress({ state }: { readonly state: Writing | undefined }) {
  if (state === undefined) return null
  if (state === 'written')
    return <Notice tone="success">Tarjeta grabada. Acércala a un teléfono para probarla.</Notice>
  if (state !== 'waiting') return <Notice tone="danger">{FAULT_TEXTS[state]}</Notice>
  return (
    <div role="status" className="grid justify-items-center gap-2 py-2 text-center">
      <Ondas
        className="size-[96px] animate-pulse text-accent motion-reduce:animate-none"
        rings={4}
        step={44}
      />
      <p className="font-semibold">Acerca la tarjeta al dorso del teléfono…</p>
    </div>
  )
}

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

type CardOutcome = 'written' | 'cancelled' | CardFault
type CardFault = 'refused' | 'no-nfc' | 'off' | 'not-written' | 'no-card'

const FAULTS: Readonly<Record<string, CardFault>> = {
  NotAllowedError: 'refused',
  NotSupportedError: 'no-nfc',
  NotReadableError: 'off',
}
const NO_CARD = 'no card'

/** Waits for a card, and replaces what is on it by the address alone. Ends early by the signal. */
async function writeCard(address: string, signal: AbortSignal, scope: object = window): Promise<CardOutcome> {
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
