/** Past versions of a profile for features, none of which imports another. */
export { ExpedienteButton } from '../features/history/ExpedienteButton.tsx'
export { PastPhone } from '../features/history/PastPhone.tsx'
export { RestoreConflict } from '../features/history/RestoreConflict.tsx'
export { RestoreSummary } from '../features/history/RestoreSummary.tsx'
export { useRestore } from '../features/history/use-restore.ts'
