import { PRIVACY_LINK, MY_DATA_LINK } from '@app/contracts/privacy/consents.ts'

const LINK =
  'inline-flex min-h-11 items-center rounded-sm font-semibold text-ink-2 underline-offset-4 hover:underline'

interface PageFootProps {
  /** In place of the link to one's data, which is this page. */
  readonly note?: string
  readonly className?: string
}

export const PageFoot = ({ note, className = '' }: PageFootProps) => (
  <footer
    className={`flex flex-wrap items-center gap-x-[18px] gap-y-0.5 text-small text-ink-3 print:hidden ${className}`}
  >
    {note && <span>{note}</span>}
    <a href={PRIVACY_LINK.path} className={LINK}>
      Privacidad
    </a>
    {note === undefined && (
      <a href={MY_DATA_LINK.path} className={LINK}>
        {MY_DATA_LINK.text}
      </a>
    )}
  </footer>
)
