import { DEFINITIONS, type Figure } from '@app/contracts/traffic/definitions.ts'
import { InfoPopover } from '../../ui/overlays/InfoPopover.tsx'
import { HelpNote, type FigureNote } from './HelpNote.tsx'

interface FigureHelpProps {
  readonly label: string
  readonly figure: Figure
  readonly notes?: readonly FigureNote[]
}

export function FigureHelp({ label, figure, notes = [] }: FigureHelpProps) {
  return (
    <InfoPopover label={`¿Cómo se calcula? ${label}`} title="¿Cómo se calcula?">
      <p>{DEFINITIONS[figure]}</p>
      {notes.map((note) => (
        <HelpNote key={note.term} {...note} />
      ))}
    </InfoPopover>
  )
}
