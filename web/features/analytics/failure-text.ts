const HELD_BACK = 'Un bloqueador de tu navegador retiene las cifras. Desactívalo en este sitio y reintenta.'

/** @param error of a call: lists of blockers refuse what looks like analytics */
export const failureText = (error: unknown, otherwise: string): string =>
  typeof error === 'object' && error !== null && 'isHeldBack' in error ? HELD_BACK : otherwise
