import { consentText, type KnownConsent, PRIVACY_LINK } from '@app/contracts/privacy/consents.ts'

interface Props {
  /** The version that the form's event records. */
  readonly version: KnownConsent
  /** Of the card, where something is left on one. */
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
