//! WebSocket frames (RFC 6455), the server's side: masked frames in, plain frames out.

use crate::digest::{base64, sha1};
use std::io::{self, Read, Write};

/// Largest message that a client may send [bytes].
const MAX_MESSAGE: usize = 64 * 1024;

/// The answer that a client's key asks for.
pub fn accept_key(key: &str) -> String {
    base64(&sha1(format!("{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11").as_bytes()))
}

/// What arrives.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// A text.
    Text(String),
    /// A ping; its payload goes back as a pong.
    Ping(Vec<u8>),
    /// Something that needs no answer (binary, pong).
    Other,
    /// The client says goodbye.
    Close,
}

/// Reads one message; fragments are put together.
///
/// # Errors
/// If the connection ends or the protocol is broken.
pub fn read(from: &mut impl Read) -> io::Result<Message> {
    let mut text: Option<Vec<u8>> = None;
    loop {
        let mut head = [0; 2];
        from.read_exact(&mut head)?;
        let (last, opcode) = (head[0] & 0x80 != 0, head[0] & 0x0f);
        if head[0] & 0x70 != 0 || head[1] & 0x80 == 0 {
            return Err(broken("a client's frames are masked and use no extensions"));
        }
        let payload = payload(from, head[1] & 0x7f)?;
        match opcode {
            8 => return Ok(Message::Close),
            9 => return Ok(Message::Ping(payload)),
            10 => return Ok(Message::Other),
            0 if text.is_none() => return Err(broken("a continuation of nothing")),
            0..=2 => {
                let all = text.get_or_insert_with(Vec::new);
                if all.len() + payload.len() > MAX_MESSAGE {
                    return Err(broken("the message is too large"));
                }
                all.extend(payload);
            }
            _ => return Err(broken("an unknown opcode")),
        }
        if last {
            let all = text.take().unwrap_or_default();
            return String::from_utf8(all).map(Message::Text).map_err(|_| broken("the text is not UTF-8"));
        }
    }
}

fn payload(from: &mut impl Read, short: u8) -> io::Result<Vec<u8>> {
    let length = match short {
        126 => {
            let mut b = [0; 2];
            from.read_exact(&mut b)?;
            u64::from(u16::from_be_bytes(b))
        }
        127 => {
            let mut b = [0; 8];
            from.read_exact(&mut b)?;
            u64::from_be_bytes(b)
        }
        n => u64::from(n),
    };
    if length > MAX_MESSAGE as u64 {
        return Err(broken("the message is too large"));
    }
    let mut mask = [0; 4];
    from.read_exact(&mut mask)?;
    let mut data = vec![0; length as usize];
    from.read_exact(&mut data)?;
    for (i, b) in data.iter_mut().enumerate() {
        *b ^= mask[i % 4];
    }
    Ok(data)
}

fn broken(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

/// Kinds of frames that the server sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    Text = 1,
    /// Bytes.
    Binary = 2,
    /// Goodbye.
    Close = 8,
    /// Answer to a ping.
    Pong = 10,
}

/// Writes one frame.
///
/// # Errors
/// If the connection is gone or does not take it in time.
pub fn write(to: &mut impl Write, kind: Kind, data: &[u8]) -> io::Result<()> {
    let mut head = [0x80 | kind as u8, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let n = match data.len() {
        n @ 0..126 => {
            head[1] = n as u8;
            2
        }
        n @ 126..=0xffff => {
            head[1] = 126;
            head[2..4].copy_from_slice(&(n as u16).to_be_bytes());
            4
        }
        n => {
            head[1] = 127;
            head[2..10].copy_from_slice(&(n as u64).to_be_bytes());
            10
        }
    };
    to.write_all(&head[..n])?;
    to.write_all(data)?;
    to.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masked(opcode: u8, data: &[u8]) -> Vec<u8> {
        let mask = [1, 2, 3, 4];
        let mut out = vec![opcode, 0x80 | data.len() as u8];
        out.extend(mask);
        out.extend(data.iter().enumerate().map(|(i, b)| b ^ mask[i % 4]));
        out
    }

    #[test]
    fn fragments_make_one_text() {
        let mut bytes = masked(0x01, b"{\"a\"");
        bytes.extend(masked(0x80, b":1}"));
        assert_eq!(read(&mut &bytes[..]).expect("reads"), Message::Text("{\"a\":1}".into()));
        assert_eq!(read(&mut &masked(0x89, b"hi")[..]).expect("reads"), Message::Ping(b"hi".to_vec()));
    }

    #[test]
    fn broken_frames_are_errors() {
        for bad in [
            &[0x81, 0x03, 1, 2, 3][..],
            &[0xf1, 0x80],
            &[0x80, 0x80, 0, 0, 0, 0],
            &[0x81, 0xff, 255, 255, 255, 255, 0, 0, 0, 0],
        ] {
            assert!(read(&mut &bad[..]).is_err(), "{bad:?}");
        }
        assert!(read(&mut &masked(0x81, &[0xff, 0xfe])[..]).is_err());
    }

    #[test]
    fn lengths_have_three_forms() {
        for (n, head) in [(5usize, 2), (300, 4), (70_000, 10)] {
            let mut out = Vec::new();
            write(&mut out, Kind::Binary, &vec![7; n]).expect("writes");
            assert_eq!(out.len(), n + head);
        }
    }
}
