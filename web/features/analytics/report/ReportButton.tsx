import { FileSpreadsheet } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { useSay } from '../../../ui/notices/Messages.tsx'
import { failureText, useExecutiveReportMutation, type UnifiedQuestion } from '../analytics-api.ts'

interface ReportButtonProps {
  readonly question: UnifiedQuestion
  /** The element that says why there is no report. */
  readonly reasonId: string | undefined
}

export function ReportButton({ question, reasonId }: ReportButtonProps) {
  const [askReport, { isLoading, error }] = useExecutiveReportMutation()
  const say = useSay()
  const button = useRef<HTMLButtonElement>(null)
  const download = async () => {
    const answer = await askReport(question)
    if (answer.error) console.error('report not downloaded', answer.error)
    else say('Reporte descargado')
  }
  /** The retry button disappears while loading, so the focus moves to this button. */
  const retry = () => {
    button.current?.focus()
    void download()
  }
  return (
    <>
      <Button
        ref={button}
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
      {error && !isLoading && !reasonId && (
        <p role="alert" className="order-last w-full text-small text-danger min-[900px]:text-right">
          <span>{`${failureText(error, 'No pudimos preparar el reporte.')} `}</span>
          <button type="button" onClick={retry} className="font-semibold underline">
            Reintentar
          </button>
        </p>
      )}
    </>
  )
}
