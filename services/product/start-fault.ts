import { isStoreError } from '@app/contracts/event-store.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { isForWantOfSpace, isOutOfReach, unreadableAdvice } from '../kernel/log/store-faults.ts'
import { causeText, errorCause } from '../platform/observability/error-cause.ts'

const NO_ROOM_TO_START =
  'Este inicio tiene que guardar algo, como un administrador nuevo, y el disco no tiene espacio: libera espacio, o inicia con los mismos ajustes que antes.'

/** Prints why the product did not start, and the remedy. */
export function reportStartFault(error: unknown): void {
  if (error instanceof StartError) console.error(error.message)
  else if (isForWantOfSpace(error)) console.error(NO_ROOM_TO_START)
  else if (isStoreError(error, 'Corrupt')) console.error(unreadableAdvice(error))
  else if (isOutOfReach(error)) console.error(stoppedAnswering(error))
  else console.error('No se pudo iniciar por un error inesperado:', errorCause(error))
}

const stoppedAnswering = (error: unknown): string =>
  `La base de datos o el registro de eventos dejó de responder durante el inicio (${causeText(error)}): revisa que funcionen y vuelve a iniciar, que sigue donde quedó.`
