import type { KeptThing } from '@app/contracts/api/rights/mailbox-calls.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import {
  Bell,
  CircleUserRound,
  Contact,
  FileText,
  Lock,
  ChevronDown,
  EyeOff,
  LockOpen,
  type LucideIcon,
} from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Badge, type BadgeTone } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useKeptFocus } from '../../../ui/overlays/use-kept-focus.ts'
import { minuteLabel } from '../../../ui/wording/exact-time.ts'
import { BlockDialog } from './BlockDialog.tsx'
import { CorrectForm, type ThingProps } from './CorrectForm.tsx'
import { EraseDialog } from './EraseDialog.tsx'
import { KeptWords } from './KeptWords.tsx'
import { thingName } from './kept-texts.ts'
import { refusalText } from '../../../app/refusal.ts'
import { useSay } from '../../../ui/notices/say.ts'
import { useUnblockKeptMutation } from './mailbox-api.ts'

const BlockedNotice = ({ since }: { readonly since: string }) => (
  <div className="kept-blocked">
    <EyeOff aria-hidden="true" size={20} strokeWidth={1.9} />
    <p>
      <b>Dato bloqueado</b>
      Desde el {minuteLabel(Date.parse(since))} nadie lo ve ni lo usa. No está borrado.
    </p>
  </div>
)

function UnblockButton({ mailboxKey, thing }: ThingProps) {
  const [unblock, { isLoading }] = useUnblockKeptMutation()
  const say = useSay()
  const press = async () => {
    const { data, error } = await unblock({ key: mailboxKey, id: thing.id })
    say(data?.message ?? `Error al desbloquear. ${refusalText(error, 'Inténtalo de nuevo.')}`)
  }
  return (
    <Button
      aria-label={`Desbloquear ${thingName(thing)}`}
      icon={<LockOpen aria-hidden="true" size={16} strokeWidth={1.9} />}
      busy={isLoading}
      onClick={() => void press()}
    >
      Desbloquear
    </Button>
  )
}

/** Hidden where no text was shown. */
function AcceptedText({ thing: { id, consent } }: { readonly thing: KeptThing }) {
  if (consent === null) return null
  return (
    <details className="kept-text">
      <summary>
        <ChevronDown aria-hidden="true" size={16} strokeWidth={1.9} />
        Ver el texto que aceptaste
      </summary>
      <blockquote>{consent.text}</blockquote>
      <p>
        Lo aceptaste el {minuteLabel(Date.parse(consent.at))}.
        <a href={`/comprobante#thing=${encodeURIComponent(id)}`}>Ver comprobante</a>
      </p>
    </details>
  )
}

const ICONS: Readonly<Record<KeptThing['kind'], LucideIcon>> = {
  reminder: Bell,
  quotation: FileText,
  account: CircleUserRound,
  visitor: Contact,
}
const TONES: Readonly<Record<NonNullable<KeptThing['status']>['tone'], BadgeTone>> = {
  ok: 'ok',
  warning: 'warn',
  neutral: 'neutral',
}

export function MailboxCard({ mailboxKey, thing }: ThingProps) {
  const title = useId()
  const card = useRef<HTMLElement>(null)
  useKeptFocus(card)
  const [isCorrecting, setCorrecting] = useState(false)
  const { blocked_since: blockedSince } = thing
  const isBlocked = blockedSince !== null
  return (
    <article ref={card} tabIndex={-1} aria-labelledby={title} className="card kept">
      <Head thing={thing} titleId={title} />
      {isBlocked ? (
        <BlockedNotice since={blockedSince} />
      ) : isCorrecting ? (
        <CorrectForm mailboxKey={mailboxKey} thing={thing} onDone={() => setCorrecting(false)} />
      ) : (
        <KeptWords thing={thing} />
      )}
      {(isBlocked || !isCorrecting) && (
        <Foot mailboxKey={mailboxKey} thing={thing} onCorrect={() => setCorrecting(true)} />
      )}
    </article>
  )
}

function Head({ thing, titleId }: { readonly thing: KeptThing; readonly titleId: string }) {
  const { title, since, status, until, responsible, blocked_since: blockedSince } = thing
  const Icon = blockedSince === null ? ICONS[thing.kind] : Lock
  return (
    <header>
      <span aria-hidden="true" className="kept-icon" data-blocked={blockedSince === null ? undefined : true}>
        <Icon size={22} strokeWidth={1.9} />
      </span>
      <div>
        <h3 id={titleId}>{title}</h3>
        <p>
          <span>
            {blockedSince === null
              ? `Desde el ${minuteLabel(Date.parse(since))}`
              : `${until.replace(/\.$/, '')} · Responsable: ${isolated(responsible)}`}
          </span>
          {status && <Badge tone={TONES[status.tone]} text={status.text} />}
        </p>
      </div>
    </header>
  )
}

function Foot({ onCorrect, ...given }: ThingProps & { readonly onCorrect: () => void }) {
  const { mailboxKey, thing } = given
  const [dialog, setDialog] = useState<'block' | 'erase'>()
  const name = thingName(thing)
  const isBlocked = thing.blocked_since !== null
  const canCorrect = !isBlocked && thing.fields.some(({ can_correct }) => can_correct)
  const onOpenChange = (which: 'block' | 'erase') => (open: boolean) => setDialog(open ? which : undefined)
  return (
    <footer className="kept-foot">
      {!isBlocked && <AcceptedText thing={thing} />}
      <div className="kept-actions">
        {canCorrect && (
          <Button aria-label={`Corregir ${name}`} onClick={onCorrect}>
            Corregir
          </Button>
        )}
        {isBlocked ? (
          <UnblockButton {...given} />
        ) : (
          <Button aria-label={`Bloquear ${name}`} aria-haspopup="dialog" onClick={() => setDialog('block')}>
            Bloquear
          </Button>
        )}
        <Button
          kind="quiet-danger"
          aria-label={`Borrar ${name}`}
          aria-haspopup="dialog"
          onClick={() => setDialog('erase')}
        >
          Borrar
        </Button>
      </div>
      <BlockDialog {...given} open={dialog === 'block'} onOpenChange={onOpenChange('block')} />
      <EraseDialog
        mailboxKey={mailboxKey}
        id={thing.id}
        open={dialog === 'erase'}
        onOpenChange={onOpenChange('erase')}
        title={`¿Borrar ${name}?`}
        verb="Borrar"
        goes={name}
        isOne
        hasAccount={thing.kind === 'account'}
      />
    </footer>
  )
}
