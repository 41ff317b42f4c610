import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Link2Off } from 'lucide-react'
import { Link } from 'react-router-dom'
import { refusalFrom, refusalText } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { buttonLook } from '../../../ui/button-look.ts'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { DOOR } from '../addresses.ts'
import { keyForLink } from '../mailbox-key.ts'
import { useOpenRightsLinkMutation } from '../rights-api.ts'
import { RightsFrame } from '../RightsFrame.tsx'
import { Said } from '../Said.tsx'

const LEAD = `Se abren en este navegador, por ${LIMITS.rightsSessionMinutes} minutos. El enlace sirve una vez.`

interface LinkScreenProps {
  readonly token: string
  readonly onPress: () => void
  readonly onOpened: () => void
}

/** Only the press uses the link up: programs that check mails open every address. */
export function LinkScreen({ token, onPress, onOpened }: LinkScreenProps) {
  const [openLink, { error, isLoading }] = useOpenRightsLinkMutation()
  if (refusalFrom(error)?.code === 'invalid-token') return <DeadLink key="dead" />
  const open = async () => {
    onPress()
    const { key, retract } = keyForLink(token)
    const { data, error: refused } = await openLink({ token, mailbox_key: key })
    if (data) onOpened()
    else if (refusalFrom(refused)?.code === 'invalid-token') retract()
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
      <p>Ya se usó, venció o se abrió en otro navegador. Pide uno nuevo.</p>
    </Said>
    <Link to={DOOR} replace className={buttonLook('primary', 'lg')}>
      Pedir otro enlace
    </Link>
  </RightsFrame>
)
