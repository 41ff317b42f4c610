import { useState } from 'react'
import { useLocation, useNavigate, Link } from 'react-router-dom'
import { chunk } from '../../ui/browser/chunk.tsx'
import { keepMailboxKey, mailboxKey, newMailboxKey, useMailboxKey } from './privacy-api.ts'
import { Link2Off, MailCheck } from 'lucide-react'
import { Button, buttonLook } from '../../ui/Button.tsx'
import {
  CARD_FORM,
  DOOR,
  linkTokenIn,
  RightsFrame,
  Said,
  useOpenRightsLinkMutation,
  CardFormLink,
  DOOR_LEAD,
  useSendRightsLinkMutation,
} from './RightsFrame.tsx'
import { UUID } from '@app/contracts/fields/text.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { refusalFrom, refusalText } from '../../app/refusal.ts'
import { Notice } from '../../ui/notices/Notice.tsx'
import { emailAddress } from '@app/contracts/fields/email.ts'
import { z } from 'zod'
import { CallForm, useCallForm } from '../../app/CallForm.tsx'
import { EmailField } from '../../ui/forms/fields.tsx'
import { typedAs } from '../../ui/forms/use-schema-form.ts'

const LEAD = `Se abren en esta pestaña, por ${LIMITS.rightsSessionMinutes} minutos. El enlace sirve una vez.`

interface LinkScreenProps {
  readonly token: string
  readonly onPress: () => void
  readonly onOpened: () => void
}

/** Only the press uses the link up: programs that check mails open every address. */
function LinkScreen({ token, onPress, onOpened }: LinkScreenProps) {
  const [openLink, { error, isLoading }] = useOpenRightsLinkMutation()
  // The same for each press: an answer that got lost has used the link up, for this key alone.
  const [key] = useState(newMailboxKey)
  if (refusalFrom(error)?.code === 'invalid-token') return <DeadLink key="dead" />
  const open = async () => {
    onPress()
    const { data } = await openLink({ token, mailbox_key: key })
    if (!data) return
    keepMailboxKey(key)
    onOpened()
  }
  return (
    <RightsFrame key="open" lead={LEAD}>
      <div className="grid gap-4">
        {error !== undefined && !isLoading && (
          <Notice tone="danger">{refusalText(error, 'No pudimos abrir tus datos.')}</Notice>
        )}
        <Button kind="primary" size="lg" busy={isLoading} onClick={() => void open()}>
          {isLoading ? 'Abriendo...' : 'Ver mis datos'}
        </Button>
      </div>
    </RightsFrame>
  )
}

const DeadLink = () => (
  <RightsFrame>
    <Said icon={Link2Off} isQuiet text="Este enlace ya no sirve.">
      <p>Ya se usó, venció o se abrió en otra pestaña. Pide uno nuevo.</p>
    </Said>
    <Link to={DOOR} replace className={buttonLook('primary', 'lg')}>
      Pedir otro enlace
    </Link>
  </RightsFrame>
)

const LazyRequest = chunk(async () => (await import('./RequestScreen.tsx')).RequestScreen)
const LazyCardData = chunk(async () => (await import('./CardDataScreen.tsx')).CardDataScreen)
/** Later, with its dialogs: the door is lighter, and most people only pass through it. */
const LazyMailbox = chunk(async () => (await import('./MailboxScreen.tsx')).MailboxScreen)
if (mailboxKey() !== undefined) void LazyMailbox.preload()

const CLOSED = 'Cerraste tus datos en esta pestaña. Para verlos otra vez, pide otro enlace.'

/** The address has a secret until it is used: no request may send it as referrer, and no search engine lists it. */
export function YourDataScreen() {
  return (
    <>
      <meta name="referrer" content="no-referrer" />
      <meta name="robots" content="noindex" />
      <Shown />
    </>
  )
}

function Shown() {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const key = useMailboxKey()
  const token = linkTokenIn(hash)
  const [ended, setEnded] = useState<string>()
  const opened = token === undefined ? key : undefined
  const [shownKey, setShownKey] = useState(opened)
  if (opened !== shownKey) {
    setShownKey(opened)
    setEnded(opened === undefined ? (ended ?? CLOSED) : undefined)
  }
  if (token !== undefined)
    return (
      <LinkScreen
        key={token}
        token={token}
        onPress={() => void LazyMailbox.preload()}
        onOpened={() => void navigate(DOOR, { replace: true })}
      />
    )
  const profileId = new URLSearchParams(search).get('perfil')
  if (profileId !== null && UUID.test(profileId))
    return <LazyCardData key={profileId} profileId={profileId} />
  if (pathname + search === CARD_FORM) return <LazyRequest />
  if (opened === undefined) return <DoorScreen ended={ended} />
  const end = (why: string) => {
    setEnded(why)
    keepMailboxKey(undefined)
  }
  return <LazyMailbox key={opened} mailboxKey={opened} onEnded={end} />
}

const VALID_FOR = `${LIMITS.rightsLinkMinutes} minutos`

const doorForm = z.object({ email: typedAs(emailAddress, { charsMax: LIMITS.emailCharsMax }) })

interface DoorScreenProps {
  readonly ended: string | undefined
}

function DoorScreen({ ended }: DoorScreenProps) {
  const [sent, setSent] = useState<string>()
  if (sent !== undefined) return <LinkSent key="sent" message={sent} onAgain={() => setSent(undefined)} />
  return <Door key="door" ended={ended} onSent={setSent} />
}

function Door({ ended, onSent }: DoorScreenProps & { readonly onSent: (message: string) => void }) {
  const [sendLink] = useSendRightsLinkMutation()
  const form = useCallForm({
    schema: doorForm,
    initial: { email: '' },
    send: ({ email }) => sendLink({ email: email.trim() }),
    onDone: ({ message }) => onSent(message),
  })
  return (
    <RightsFrame lead={DOOR_LEAD}>
      {ended !== undefined && <Notice tone="info">{ended}</Notice>}
      <CallForm form={form} fallback="No pudimos enviar el enlace.">
        <EmailField
          label="Correo electrónico"
          help={`Te enviamos un enlace que vence en ${VALID_FOR}.`}
          form={form}
          {...form.field('email')}
        />
        <Button type="submit" kind="primary" size="lg" busy={form.sending}>
          {form.sending ? 'Enviando...' : 'Enviar enlace'}
        </Button>
      </CallForm>
      <CardFormLink />
    </RightsFrame>
  )
}

const LinkSent = ({ message, onAgain }: { readonly message: string; readonly onAgain: () => void }) => (
  <RightsFrame>
    <Said icon={MailCheck} text={message}>
      <p>Ábrelo en este mismo navegador. Vence en {VALID_FOR} y sirve una vez.</p>
      <p className="text-[.875rem] text-ink-3">¿No llega? Revisa la carpeta de spam o escribe otro.</p>
    </Said>
    <Button size="lg" onClick={onAgain}>
      Usar otro correo
    </Button>
    <CardFormLink />
  </RightsFrame>
)
