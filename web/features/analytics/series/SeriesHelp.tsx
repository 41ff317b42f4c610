import { DEFINITIONS } from '@app/contracts/traffic/definitions.ts'
import { InfoPopover } from '../../../ui/overlays/InfoPopover.tsx'
import { HelpNote } from '../HelpNote.tsx'
import { TRAFFIC_SERIES } from './series.ts'

export function SeriesHelp({ label }: { readonly label: string }) {
  return (
    <InfoPopover label={`¿Cómo se calcula? ${label}`} title="¿Cómo se calcula?">
      {TRAFFIC_SERIES.map(({ key, name }) => (
        <HelpNote key={key} term={name} text={DEFINITIONS[key]} />
      ))}
    </InfoPopover>
  )
}
