import { FileSpreadsheet } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Toast } from '../../../ui/notices/Toast.tsx'
import { useExecutiveReportMutation, type UnifiedQuestion } from '../analytics-api.ts'

export function ReportButton({ question }: { readonly question: UnifiedQuestion }) {
  const [askReport, { isLoading, error }] = useExecutiveReportMutation()
  const [message, setMessage] = useState<{ readonly text: string } | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const download = async () => {
    const answer = await askReport(question)
    if (answer.error) console.error('report not downloaded', answer.error)
    else setMessage({ text: 'Reporte descargado' })
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
        icon={<FileSpreadsheet aria-hidden="true" size={16} strokeWidth={1.9} />}
        onClick={() => void download()}
        className="-my-1.5 min-[900px]:my-0 min-[900px]:min-w-[8.75rem]"
      >
        {isLoading ? 'Preparando...' : 'Reporte Excel'}
      </Button>
      {error && !isLoading && (
        <p role="alert" className="order-last w-full text-small text-danger min-[900px]:text-right">
          No pudimos preparar el reporte.{' '}
          <button type="button" onClick={retry} className="font-semibold underline">
            Reintentar
          </button>
        </p>
      )}
      <Toast message={message} onDone={() => setMessage(null)} />
    </>
  )
}
