import { BadgeCheck } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { CardFormLink } from './CardFormLink.tsx'
import { NOTHING_KEPT } from './rights-texts.ts'
import { RightsFrame } from './RightsFrame.tsx'
import { Said } from './Said.tsx'

interface NothingKeptProps {
  /** What the server said of the erasure. */
  readonly message: string
  readonly onAgain: () => void
}

/** After everything was erased: the link ends with the mailbox’s data. */
export const NothingKept = ({ message, onAgain }: NothingKeptProps) => (
  <RightsFrame key="nothing">
    <Said icon={BadgeCheck} text={NOTHING_KEPT}>
      <p>{message}</p>
    </Said>
    <Button size="lg" onClick={onAgain}>
      Usar otro correo
    </Button>
    <CardFormLink question="¿Falta algo?" />
  </RightsFrame>
)
