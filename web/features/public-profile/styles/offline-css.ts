/** Hides links that need a network. */
export const OFFLINE_CSS = `
.offline { display: none; position: sticky; z-index: 5; top: 0; padding: 10px 20px; background: #FFF0D1; color: #7D4A00; text-align: center; font-size: .875rem }
.offline p:first-child { font-weight: 600 }
[data-offline] .offline { display: block }
[data-offline] :is(.skip, .bar, .qr, [data-my-data]) { display: none }
`
