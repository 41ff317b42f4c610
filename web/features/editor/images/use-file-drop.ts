import { useEffect, useState, type DragEvent } from 'react'

interface FileDrop {
  readonly isOver: boolean
  readonly onDragOver: (event: DragEvent) => void
  readonly onDragLeave: (event: DragEvent) => void
  readonly onDrop: (event: DragEvent) => void
}

const hasFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes('Files') ?? false

export function useFileDrop(onFile: (file: File) => void): FileDrop {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    onDragOver: (event) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    },
    onDragLeave: (event) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event) => {
      setOver(false)
      const [file] = event.dataTransfer.files
      if (file === undefined) return
      event.preventDefault()
      onFile(file)
    },
  }
}

/** A file that is dropped beside its slot would replace the page, and with it what is not saved. */
export function useNoStrayDrops(): void {
  useEffect(() => {
    const ignore = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    }
    for (const type of ['dragover', 'drop'] as const) window.addEventListener(type, ignore)
    return () => {
      for (const type of ['dragover', 'drop'] as const) window.removeEventListener(type, ignore)
    }
  }, [])
}
