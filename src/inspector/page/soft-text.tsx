/** A name or path that breaks between its words, not inside them. */
export function SoftText({ text }: { text: string }) {
  const pieces = text.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=[./_-])(?=[\w:])/)
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [<wbr key={index} />, piece]))
}
