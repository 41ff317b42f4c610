/** What each figure means, in the words that owners read. One definition a figure, everywhere. */
export const DEFINITIONS = {
  total_visits:
    'Tu página se mostró a una persona al menos un segundo. No se cuentan robots, vistas previas, tus propias visitas ni repeticiones dentro de 30 segundos.',
  unique_visitors:
    'Personas distintas con al menos una visita contada en el período. No es la suma de los días.',
  social_clicks: 'Pulsaciones en tus enlaces de contacto.',
  vcf_downloads:
    'Contactos entregados para guardar. Dos descargas de la misma persona dentro de 60 segundos son una.',
  engagement_rate:
    'De los visitantes únicos del período, los que un mismo día te visitaron y además pulsaron un enlace o guardaron tu contacto.',
} as const
export type Figure = keyof typeof DEFINITIONS

/** Repeats, by the instant at which they happened, whatever the order of arrival. */
export const REPEAT_TAP_MS = 30_000
export const REPEAT_DOWNLOAD_MS = 60_000
