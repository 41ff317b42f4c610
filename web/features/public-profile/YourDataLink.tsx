import { YOUR_DATA_LINK } from '@app/contracts/privacy/privacy-links.ts'

/** At the end of each page that is no card; a card has `Mis datos`. */
export const YourDataLink = () => (
  <a className="yours" href={YOUR_DATA_LINK.path}>
    {YOUR_DATA_LINK.text}
  </a>
)
