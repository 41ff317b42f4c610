import {
  consentText,
  type KnownConsent,
  PRIVACY_LINK,
  MY_DATA_LINK,
} from '@app/contracts/privacy/consents.ts'

interface Props {
  readonly version: KnownConsent
  readonly owner?: string
  readonly className?: string
  readonly linkClassName?: string
}

/** Under each form with personal data. The link opens another tab, so that no typed text is lost. */
export function ConsentLine({ version, owner, className, linkClassName }: Props) {
  return (
    <p className={className}>
      {consentText(version, owner)}{' '}
      <a href={PRIVACY_LINK.path} target="_blank" rel="noopener" className={linkClassName}>
        {PRIVACY_LINK.text}
      </a>
    </p>
  )
}

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

export function SkipLink({ to }: { readonly to: string }) {
  return (
    <a
      href={to}
      className="fixed top-2 left-2 z-[60] -translate-y-[150%] rounded-md bg-primary px-4 py-2.5 font-semibold text-on-primary focus:translate-y-0"
    >
      Saltar al contenido
    </a>
  )
}
