import { SUBSCRIBE_CONSENT } from '@app/contracts/privacy/consents.ts'
import { ConsentLine } from '../../../ui/ConsentLine.tsx'
import { Dialog, type DialogNames } from './Dialog.tsx'
import { FORM_TEXTS } from './form-texts.ts'
import { RemindFields } from './RemindFields.tsx'

/** Controlled by browser/remind/remind-dialog.ts. */
export function RemindDialog({ owner, responsible }: DialogNames) {
  return (
    <Dialog form="remind" owner={owner}>
      <RemindFields />
      <button type="submit" className="go" data-part="submit">
        {FORM_TEXTS.remind.button}
      </button>
      <ConsentLine version={SUBSCRIBE_CONSENT} owner={responsible} className="consent" />
    </Dialog>
  )
}
