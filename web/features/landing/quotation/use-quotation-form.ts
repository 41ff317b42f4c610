import { useState } from 'react'
import { useIdempotencyKeys } from '../../../app/use-idempotency-keys.ts'
import { mayStillBeTaken } from '../../../app/refusal.ts'
import { useSchemaForm, type SchemaForm } from '../../../ui/forms/use-schema-form.ts'
import { bodyOf, EMPTY_QUOTATION, formFaults, quotationForm, type QuotationValues } from './quotation-form.ts'
import type { sendQuotation } from './send-quotation.ts'

interface QuotationSending {
  readonly form: SchemaForm<keyof QuotationValues>
  /** Of the last request, if it is about no single field. */
  readonly failure: unknown
}

/** All tries of the same content have the same Idempotency-Key, so that the request is recorded once. */
export function useQuotationForm(
  sendRequest: typeof sendQuotation,
  onReceived: (values: QuotationValues) => void,
): QuotationSending {
  const keys = useIdempotencyKeys()
  const [failure, setFailure] = useState<unknown>()
  const send = async (values: QuotationValues) => {
    const body = bodyOf(values)
    const error = await sendRequest(body, keys.keyFor(body))
    if (!error) {
      keys.spent()
      onReceived(values)
      return undefined
    }
    if (!mayStillBeTaken(error)) keys.spent()
    console.error('quotation not sent', error)
    const faults = formFaults(error, values)
    setFailure(faults ? undefined : error)
    return faults
  }
  const form = useSchemaForm({ schema: quotationForm, initial: EMPTY_QUOTATION, send })
  return { form, failure: form.sending ? undefined : failure }
}
