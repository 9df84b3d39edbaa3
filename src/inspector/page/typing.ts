/** Whether a key was meant for a field. */
export function isTyping({ target }: Event): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  )
}
