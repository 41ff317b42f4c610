/** A live panel counts the visitors with a counted event in this period. */
export const PRESENT_MS = 5 * 60_000

/** Raise it when the counting rules change: figures of different rules are not comparable. */
export const RULES_VERSION = 5

/** Spans of repeated visits and saved contacts; every click counts. Compared by the time of the event, whatever the order of arrival. */
export const REPEAT_TAP_MS = 30_000
export const REPEAT_DOWNLOAD_MS = 60_000

export const DEFINITIONS = {
  total_visits: `Tu página se mostró a una persona al menos un segundo. No se cuentan robots, vistas previas, tus propias visitas ni repeticiones dentro de ${REPEAT_TAP_MS / 1_000} segundos.`,
  unique_visitors:
    'Personas distintas con al menos una visita contada en el período. No es la suma de los días.',
  social_clicks: 'Pulsaciones en tus enlaces de contacto.',
  vcf_downloads: `Contactos entregados para guardar. Dos descargas de la misma persona dentro de ${REPEAT_DOWNLOAD_MS / 1_000} segundos son una.`,
  engagement_rate:
    'De los visitantes únicos del período, los que un mismo día te visitaron y además pulsaron un enlace o guardaron tu contacto.',
  most_effective_platform: 'La red con más clics del período; si empatan, la primera por nombre.',
  visitors: 'Personas que dijeron su nombre en tu página, con sus clics del período.',
  people: `Personas con una visita, un clic o un contacto guardado en los últimos ${PRESENT_MS / 60_000} minutos, aunque ya se hayan ido.`,
  heatmap: 'Visitas contadas del período por día de la semana y hora de Chile continental.',
  sources: 'Por dónde llegó cada visita contada: tu tarjeta NFC, tu código QR o un enlace.',
  excluded:
    'Lo que se guardó y no se cuenta: robots, vistas previas, tus propias visitas, repeticiones y lo que pasa de 1.000 al día de un mismo visitante.',
  reminders:
    'De quienes pidieron un recordatorio en el período: cuántos todavía lo esperan y cuántos ya guardaron tu contacto.',
  previous: 'La misma cantidad de días, justo antes del período.',
} as const
export type Figure = keyof typeof DEFINITIONS

/**
 * Taps, clicks and downloads of one visitor on one profile and day that are judged: the first ones in the log. No
 * person reaches it, and it limits how much a late fact judges again. A thousand facts a minute apart take 17 hours, so that
 * a late fact never changes repeats beyond the next day.
 */
export const VISITOR_FACTS_A_DAY_MAX = 1_000
