import { useState, type ReactNode, useId, useRef } from 'react'
import { ConfirmedCall } from '../../app/ConfirmedCall.tsx'
import { Mark } from '../../ui/brand.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/notices/Notice.tsx'
import { SayContext, useSay } from '../../ui/notices/Toasts.tsx'
import { PageFoot } from '../../ui/PageLinks.tsx'
import { ScreenTitle } from '../../ui/ScreenFrame.tsx'
import type { KeptThing } from '@app/contracts/privacy/mailbox.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { useKeptFocus } from '../../ui/focus.ts'
import { minuteLabel } from '../../ui/wording/date-time.ts'
import { positionLabel } from '../../ui/wording/figures.ts'

interface DataPageProps {
  readonly title: string
  readonly leave: ReactNode
  readonly children: ReactNode
}

export function DataPage({ title, leave, children }: DataPageProps) {
  const [message, setMessage] = useState<string>()
  return (
    <SayContext value={setMessage}>
      <div className="mx-auto flex min-h-dvh max-w-[44rem] flex-col gap-5 p-4">
        <header className="flex items-center justify-between gap-3">
          <Mark size={22} />
          {leave}
        </header>
        <main className="grid flex-1 grid-cols-[minmax(0,1fr)] content-start gap-4">
          <ScreenTitle text={title} className="text-h1" />
          {message !== undefined && (
            <Notice key={message} tone={message.startsWith('Error') ? 'danger' : 'success'}>
              {message}
            </Notice>
          )}
          {children}
        </main>
        <PageFoot note="Es gratis y no necesitas cuenta." />
      </div>
    </SayContext>
  )
}

interface ActButtonProps {
  readonly verb: string
  readonly name: string
  readonly consequence: string
  readonly kind?: 'quiet-danger'
  readonly act: () => PromiseLike<{
    readonly data?: { readonly message: string } | undefined
    readonly error?: unknown
  }>
  readonly onDone?: ((message: string) => void) | undefined
}

export function ActButton({ verb, name, consequence, kind, act, onDone }: ActButtonProps) {
  const say = useSay()
  return (
    <ConfirmedCall
      title={`${verb}: ${name}`}
      consequence={consequence}
      verb={verb}
      busyVerb="Enviando..."
      fallback="No pudimos hacerlo."
      send={act}
      onDone={({ message }) => {
        say(message)
        onDone?.(message)
      }}
    >
      {(ask) => (
        <Button {...(kind && { kind })} aria-label={`${verb}: ${name}`} aria-haspopup="dialog" onClick={ask}>
          {verb}
        </Button>
      )}
    </ConfirmedCall>
  )
}

const instantOf = (at: string): string => minuteLabel(Date.parse(at))

interface KeptCardProps {
  readonly thing: KeptThing
  readonly children?: ReactNode
}

export function KeptCard({ thing, children }: KeptCardProps) {
  const titleId = useId()
  const card = useRef<HTMLElement>(null)
  useKeptFocus(card)
  const { title, since, blocked_since: blockedSince } = thing
  return (
    <article
      ref={card}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="card grid grid-cols-[minmax(0,1fr)] gap-3.5 p-4 outline-none"
    >
      <header>
        <h3 id={titleId} className="text-[1.125rem] leading-[1.25] wrap-anywhere">
          {title}
        </h3>
        <p className="mt-1 text-small text-ink-3">{`Desde el ${instantOf(since)}`}</p>
      </header>
      {blockedSince !== null && (
        <p className="rounded-md bg-surface-3 px-4 py-3 text-small text-ink-2">
          {`Dato bloqueado. Desde el ${instantOf(blockedSince)} nadie lo ve ni lo usa. No está borrado.`}
        </p>
      )}
      <Words thing={thing} />
      {children && <footer className="flex flex-wrap gap-2 print:hidden">{children}</footer>}
    </article>
  )
}

function Words({ thing }: Pick<KeptCardProps, 'thing'>) {
  const { fields, purpose, responsible, is_on_behalf: isOnBehalf, until, consents } = thing
  return (
    <>
      <dl className="grid gap-2 wrap-anywhere empty:hidden">
        {fields.map(({ label, value }, nth) => (
          <div key={nth}>
            <dt className="text-micro text-ink-3">{label}</dt>
            <dd dir="auto" className="whitespace-pre-line">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <ul className="grid gap-1.5 text-small wrap-anywhere text-ink-2">
        <li>{purpose}</li>
        <li>
          Responsable: <bdi>{responsible}</bdi>.
          <span>{isOnBehalf && ` ${PRODUCT.name} los guarda por su encargo.`}</span>
        </li>
        <li>{until}</li>
      </ul>
      {consents.map(({ text, at, position }) => (
        <div key={at} className="grid gap-1 text-small">
          <blockquote className="border-l-2 border-line-strong pl-3">{text}</blockquote>
          <p className="text-ink-3">
            {`Lo aceptaste el ${instantOf(at)}. `}
            <span>{position !== null && `Evento ${positionLabel(position)}`}</span>
          </p>
        </div>
      ))}
    </>
  )
}
