import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { isolated } from '@app/contracts/fields/names.ts'
import { ChartSpline, Download, Table2 } from 'lucide-react'
import { saveFile } from '../../ui/browser/save-file.ts'
import { IconButton } from '../../ui/Button.tsx'
import { useSay } from '../../ui/notices/say.ts'
import { InfoPopover } from '../../ui/overlays/InfoPopover.tsx'
import { useTheme } from '../../ui/theme.ts'
import { AnalyticsHelp } from './AnalyticsHelp.tsx'
import { spanText } from './series/days.ts'

const HELP = '¿Cómo se calcula?'

interface ChartToolsProps {
  readonly data: UnifiedAnalytics
  readonly asTable: boolean
  readonly onTable: (asTable: boolean) => void
}

/** One of each for the whole screen. */
export function ChartTools({ data, asTable, onTable }: ChartToolsProps) {
  const say = useSay()
  const theme = useTheme()
  const Icon = asTable ? ChartSpline : Table2
  const download = async () => {
    try {
      const { chartsPng } = await import('./charts-picture.ts')
      const caption = `${spanText(data.from, data.to)} · ${isolated(data.profile_name)}`
      const png = await chartsPng({ theme, caption })
      if (png === undefined) return say('No hay gráficos en pantalla.')
      saveFile(png, `Analiticas_${dayInSantiago(Date.now())}.png`)
      say('Imagen descargada')
    } catch (error) {
      console.error('picture not downloaded', error)
      say('Error al preparar la imagen')
    }
  }
  return (
    <>
      <IconButton
        label={asTable ? 'Ver como gráfico' : 'Ver como tabla'}
        className="text-ink-3"
        onClick={() => onTable(!asTable)}
      >
        <Icon aria-hidden="true" size={16} strokeWidth={1.9} />
      </IconButton>
      <IconButton label="Descargar imagen" className="text-ink-3" onClick={() => void download()}>
        <Download aria-hidden="true" size={15} strokeWidth={1.9} />
      </IconButton>
      <InfoPopover label={HELP} title={HELP}>
        <AnalyticsHelp data={data} />
      </InfoPopover>
    </>
  )
}
