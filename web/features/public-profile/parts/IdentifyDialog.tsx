import { IDENTIFY_CONSENT } from '@app/contracts/privacy/consents.ts'
import { ConsentLine } from '../../../ui/ConsentLine.tsx'
import { Dialog, type DialogNames } from './Dialog.tsx'
import { FORM_TEXTS } from './form-texts.ts'
import { IdentifyFields } from './IdentifyFields.tsx'

/** Controlled by browser/identify/identify-dialog.ts. */
export function IdentifyDialog({ owner, responsible }: DialogNames) {
  return (
    <Dialog form="identify" owner={owner}>
      <button type="button" className="forget" hidden data-part="forget">
        No soy yo
      </button>
      <IdentifyFields />
      <button type="submit" className="go" disabled data-part="submit">
        {FORM_TEXTS.identify.button}
      </button>
      <p className="failed" hidden data-part="failed">
        <span role="alert" data-part="problem" /> <button type="submit">Reintentar</button>
      </p>
      <ConsentLine version={IDENTIFY_CONSENT} owner={responsible} className="consent" />
    </Dialog>
  )
}
