import type { KeptThing } from '@app/contracts/api/rights-calls.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { RETENTION } from '@app/contracts/privacy/retention.ts'
import { useId, useRef, type ComponentProps } from 'react'
import { refusalText } from '../../app/refusal.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { useSay } from '../../ui/notices/say.ts'
import { useKeptFocus } from '../../ui/overlays/use-kept-focus.ts'
import { minuteLabel } from '../../ui/wording/exact-time.ts'
import { positionLabel } from '../../ui/wording/figures.ts'
import { ActButton } from './DataPage.tsx'
import { useActOnMailboxMutation, type MailboxAct } from './kept-api.ts'

interface ThingProps {
  readonly mailboxKey: string
  readonly thing: KeptThing
}

const TONES: Readonly<Record<NonNullable<KeptThing['status']>['tone'], BadgeTone>> = {
  ok: 'ok',
  warning: 'warn',
  neutral: 'neutral',
}

/** What no erasure undoes, and what it leaves. */
export const ERASED = `Quedan las cifras, sin decir de quién son. En los respaldos deja de poder leerse en ${RETENTION.copiesHours} horas. No se puede deshacer.`
export const ACCOUNT_ERASED = 'Tus perfiles dejan de verse, con sus imágenes y enlaces. '

/** One thing that is kept, with what the person may do about it. */
export function MailboxCard({ mailboxKey, thing }: ThingProps) {
  const titleId = useId()
  const card = useRef<HTMLElement>(null)
  useKeptFocus(card)
  const { id, kind, title, since, status, blocked_since: blockedSince } = thing
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
        <p className="mt-1 flex flex-wrap items-center gap-x-2.5 text-small text-ink-3">
          {`Desde el ${minuteLabel(Date.parse(since))}`}
          {status && <Badge tone={TONES[status.tone]} text={status.text} />}
        </p>
      </header>
      {blockedSince !== null && (
        <p className="rounded-md bg-surface-3 px-4 py-3 text-small text-ink-2">
          {`Dato bloqueado. Desde el ${minuteLabel(Date.parse(blockedSince))} nadie lo ve ni lo usa. No está borrado.`}
        </p>
      )}
      <Words thing={thing} />
      <footer className="flex flex-wrap gap-2 print:hidden">
        {blockedSince === null ? (
          <MailboxButton
            act={{ key: mailboxKey, act: { act: 'block', id } }}
            verb="Bloquear"
            name={title}
            consequence="Nadie lo ve ni lo usa hasta que lo desbloquees, tampoco para escribirte. No se borra."
          />
        ) : (
          <UnblockButton mailboxKey={mailboxKey} thing={thing} />
        )}
        <MailboxButton
          act={{ key: mailboxKey, act: { act: 'erase', id } }}
          kind="quiet-danger"
          verb="Borrar"
          name={title}
          consequence={(kind === 'account' ? ACCOUNT_ERASED : '') + ERASED}
        />
      </footer>
    </article>
  )
}

function Words({ thing }: Pick<ThingProps, 'thing'>) {
  const { fields, purpose, responsible, is_on_behalf: isOnBehalf, until, consent } = thing
  return (
    <>
      <dl className="grid gap-2 wrap-anywhere empty:hidden">
        {fields.map(({ name, label, value }) => (
          <div key={name}>
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
      {consent !== null && (
        <div className="grid gap-1 text-small">
          <blockquote className="border-l-2 border-line-strong pl-3">{consent.text}</blockquote>
          <p className="text-ink-3">
            {`Lo aceptaste el ${minuteLabel(Date.parse(consent.at))}. `}
            <span>{consent.position !== null && `Evento ${positionLabel(consent.position)}`}</span>
          </p>
        </div>
      )}
    </>
  )
}

function UnblockButton({ mailboxKey, thing: { id, title } }: ThingProps) {
  const [act, { isLoading }] = useActOnMailboxMutation()
  const say = useSay()
  const press = async () => {
    const { data, error } = await act({ key: mailboxKey, act: { act: 'unblock', id } })
    say(data?.message ?? `Error al desbloquear. ${refusalText(error, 'Inténtalo de nuevo.')}`)
  }
  return (
    <Button aria-label={`Desbloquear: ${title}`} busy={isLoading} onClick={() => void press()}>
      Desbloquear
    </Button>
  )
}

interface MailboxButtonProps extends Omit<ComponentProps<typeof ActButton>, 'act' | 'state'> {
  readonly act: MailboxAct
}

export function MailboxButton({ act, ...button }: MailboxButtonProps) {
  const [run, state] = useActOnMailboxMutation()
  return <ActButton {...button} act={() => run(act)} state={state} />
}
