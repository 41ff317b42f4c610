import type { Life, LifeEvent } from '@app/contracts/api/admin/life-calls.ts'
import { themeName } from '@app/contracts/fields/profile-labels.ts'
import { NETWORK_NAMES } from '@app/contracts/traffic/traffic-names.ts'
import { useEffect, useRef, useState, type CSSProperties, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { PastPhone } from '../../history/PastPhone.tsx'
import { Ondas } from '../../../ui/brand/Ondas.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErasedChip } from '../../../ui/history/ErasedChip.tsx'
import type { PastEntity } from '../history/event-api.ts'
import { AccountFacts } from '../history/PastEntityDialog.tsx'
import { LifeColumn, SCROLLS } from './LifeColumn.tsx'

interface PageColumnProps {
  readonly kind: Life['entity']['kind']
  readonly event: LifeEvent
  /** Of the version that stood after the event; null where there was none yet, undefined until one is read. */
  readonly past: PastEntity | null | undefined
  /** It could not be read: the last one stays. */
  readonly onRetry: (() => void) | undefined
  readonly isOpen: boolean
}

/** The public page or the account right after the event. */
export function PageColumn({ kind, event, past, onRetry, isOpen }: PageColumnProps) {
  const page = past?.profile
  const version = page?.version ?? past?.account?.version
  const theme = page && `, tema ${themeName(page.profile.theme_color)}`
  return (
    <LifeColumn
      title={kind === 'account' ? 'Cuenta en este momento' : 'Página en este momento'}
      note={version === undefined ? '' : `Versión ${version}${theme ?? ''}`}
      isOpen={isOpen}
      isPale
    >
      <div
        className={`life-page grid justify-items-center gap-3 px-3 py-2.5 ${SCROLLS}`}
        tabIndex={0}
        role="group"
        aria-label="Como estaba"
      >
        {past === undefined ? <div className="skeleton past-phone" /> : <Shown past={past} event={event} />}
        <p className="flex items-center gap-2.5 text-center text-small text-ink-2">
          <i aria-hidden="true" className="size-2.5 flex-none rounded-full bg-accent" />
          <span>{noteOf(event, kind, past)}</span>
        </p>
        {onRetry && (
          <div
            role="alert"
            className="life-failed absolute flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 rounded-md bg-danger-soft py-2 pr-2 pl-3.5 text-small font-semibold text-danger"
          >
            <p>No pudimos cargar este momento. Sigue a la vista el anterior.</p>
            <Button size="sm" onClick={onRetry}>
              Reintentar
            </Button>
          </div>
        )}
      </div>
    </LifeColumn>
  )
}

function Shown({ past, event }: { readonly past: PastEntity | null; readonly event: LifeEvent }) {
  const box = useRef<HTMLDivElement>(null)
  if (past === null) return <div className="life-no-page" />
  const { profile, account } = past
  if (account)
    return (
      <div className="card w-[22rem] max-w-full px-5 py-3">
        <AccountFacts account={account} />
      </div>
    )
  if (!profile)
    return (
      <div className="life-no-page grid place-items-center">
        <ErasedChip />
      </div>
    )
  return (
    <div ref={box}>
      <PastPhone profile={profile.profile} />
      <TapMark key={event.position} box={box} event={event} />
    </div>
  )
}

/** What the event was to the page or the account. */
function noteOf(
  { version, changed, traffic }: LifeEvent,
  kind: string,
  past: PastEntity | null | undefined,
): string {
  const what = kind === 'account' ? 'La cuenta' : 'La página'
  if (version !== null) {
    const missing = (past?.profile?.missing_images.length ?? 0) > 0
    const text = changed.length > 0 ? `Cambió: ${changed.join(', ')}.` : `${what} cambió con este evento.`
    return missing ? `${text} Una imagen de entonces ya no existe.` : text
  }
  if (past === null) return `${what} todavía no existía.`
  const tapped = traffic?.network
    ? NETWORK_NAMES[traffic.network]
    : traffic?.kind === 'download'
      ? 'Guardar contacto'
      : ''
  return `${tapped === '' ? '' : `Toque en ${tapped}. `}${what} no cambió.`
}

const FRAME: CSSProperties = {
  position: 'absolute',
  inset: 0,
  borderRadius: 18,
  boxShadow: '0 0 0 2.5px var(--p-accent)',
  overflow: 'clip',
  color: 'var(--p-accent)',
}
const RINGS: CSSProperties = {
  position: 'absolute',
  left: '79%',
  top: '50%',
  width: 150,
  translate: '-50% -50%',
}

interface TapMarkProps {
  readonly box: RefObject<HTMLElement | null>
  readonly event: LifeEvent
}

/** Rings on what the visitor tapped, within the page's own shadow root, so that they scroll with it. */
function TapMark({ box, event: { traffic } }: TapMarkProps) {
  const [tapped, setTapped] = useState<Element | null>(null)
  const selector = traffic?.network ? `[data-network='${traffic.network}'] > span` : '.save > span'
  const isTap = traffic?.kind === 'click' || traffic?.kind === 'download'
  useEffect(() => {
    if (!isTap) return undefined
    // The page is drawn after its frame.
    const frame = requestAnimationFrame(() => {
      const host = [...(box.current?.querySelectorAll('*') ?? [])].find(({ shadowRoot }) => shadowRoot)
      const found = host?.shadowRoot?.querySelector(selector) ?? null
      found?.scrollIntoView?.({ block: 'nearest' })
      setTapped(found)
    })
    return () => cancelAnimationFrame(frame)
  }, [box, selector, isTap])
  if (tapped === null) return null
  return createPortal(
    <span aria-hidden="true" data-tapped style={FRAME}>
      <span style={RINGS}>
        <Ondas rings={4} step={44} />
      </span>
    </span>,
    tapped,
  )
}
