/** The records of a CSV text by the letter of RFC 4180; throws where the text does not keep to it. */
export function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let position = 0;
  const fail = (): never => {
    throw new SyntaxError(
      `Not RFC 4180 at ${position}: ${JSON.stringify(text.slice(position, position + 20))}`,
    );
  };
  const escaped = (): string => {
    const match = /"((?:[^"]|"")*)"/y;
    match.lastIndex = position;
    const found = match.exec(text) ?? fail();
    position = match.lastIndex;
    return (found[1] ?? '').replaceAll('""', '"');
  };
  const plain = (): string => {
    const match = /[^",\r\n]*/y;
    match.lastIndex = position;
    const found = match.exec(text) ?? fail();
    position = match.lastIndex;
    return found[0];
  };
  while (position < text.length) {
    const record = [text[position] === '"' ? escaped() : plain()];
    while (text[position] === ',') {
      position++;
      record.push(text[position] === '"' ? escaped() : plain());
    }
    if (!text.startsWith('\r\n', position)) fail();
    position += 2;
    records.push(record);
  }
  return records;
}
