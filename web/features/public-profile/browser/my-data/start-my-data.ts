import { MY_DATA_EVENTS, type MyDataAsked } from '../watch-my-data.ts'
import { createMyDataCalls } from './my-data-requests.ts'
import { createMyDataDialog } from './my-data-dialog.ts'

const tell = (name: string, detail?: string): void =>
  void document.dispatchEvent(new CustomEvent(name, { detail }))

const open = createMyDataDialog(document, {
  onRenamed: (name) => tell(MY_DATA_EVENTS.renamed, name),
  onForgotten: () => tell(MY_DATA_EVENTS.forgotten),
})

document.addEventListener(MY_DATA_EVENTS.asked, (event) => {
  const { detail } = event as CustomEvent<MyDataAsked>
  open(detail, createMyDataCalls(detail, fetch.bind(window)))
})
