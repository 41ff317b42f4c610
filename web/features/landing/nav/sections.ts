/** Parts of the page that the navigation leads to. */
export const SECTIONS = [
  ['#features', 'Funciones'],
  ['#analytics', 'Analítica'],
  ['#companies', 'Empresas'],
  ['#quotation', 'Cotización'],
] as const
