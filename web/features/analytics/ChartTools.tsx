import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { ChartSpline, CircleHelp, Download, Table2, FileSpreadsheet } from 'lucide-react'
import { IconButton, Button } from '../../ui/Button.tsx'
import { useSay } from '../../ui/notices/Toasts.tsx'
import { useTheme } from '../../ui/browser/use-browser.ts'
import { useState } from 'react'
import { quietChunk } from '../../ui/browser/chunk.tsx'
import { LazyPart } from '../../ui/notices/states.tsx'
import { failureText, useExecutiveReportMutation, type UnifiedQuestion } from './analytics-api.ts'

const AnalyticsHelp = quietChunk(async () => (await import('./AnalyticsHelp.tsx')).AnalyticsHelp)

interface ChartToolsProps {
  readonly data: UnifiedAnalytics
  readonly asTable: boolean
  readonly onTable: (asTable: boolean) => void
}

export function ChartTools({ data, asTable, onTable }: ChartToolsProps) {
  const say = useSay()
  const theme = useTheme()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const Icon = asTable ? ChartSpline : Table2
  const download = async () => {
    try {
      const { saveChartsPicture } = await import('./charts-picture.ts')
      say(await saveChartsPicture(theme))
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
      <IconButton
        label="¿Cómo se calcula?"
        aria-haspopup="dialog"
        className="text-ink-3"
        onClick={() => setHelpOpen(true)}
      >
        <CircleHelp aria-hidden="true" size={15} strokeWidth={1.9} />
      </IconButton>
      {isHelpOpen && (
        <LazyPart onFailed={() => setHelpOpen(false)}>
          <AnalyticsHelp data={data} onOpenChange={setHelpOpen} />
        </LazyPart>
      )}
    </>
  )
}

interface ReportButtonProps {
  readonly question: UnifiedQuestion
  readonly reasonId: string | undefined
}

export function ReportButton({ question, reasonId }: ReportButtonProps) {
  const [askReport, { isLoading }] = useExecutiveReportMutation()
  const say = useSay()
  const download = async () => {
    const { error } = await askReport(question)
    if (error === undefined) return say('Reporte descargado')
    console.error('report not downloaded', error)
    say(`Error: ${failureText(error, 'no pudimos preparar el reporte.')}`)
  }
  return (
    <Button
      size="sm"
      busy={isLoading}
      aria-disabled={reasonId !== undefined}
      aria-describedby={reasonId}
      icon={<FileSpreadsheet aria-hidden="true" size={16} strokeWidth={1.9} />}
      onClick={() => reasonId ?? void download()}
      className="relative aria-disabled:opacity-40 max-[899px]:h-9! max-[899px]:after:absolute max-[899px]:after:inset-x-0 max-[899px]:after:-inset-y-1 min-[900px]:min-w-[8.75rem]"
    >
      {isLoading ? 'Preparando...' : 'Reporte Excel'}
    </Button>
  )
}
